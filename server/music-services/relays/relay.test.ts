import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startListenbrainzServer } from '#tests/support/listenbrainz-server.ts'
import { aggregateAccepted, aListen, callAudioscrobbler, countsOf, makeToken } from '#tests/support/players.ts'
import {
  changeRelay,
  linkLastfm,
  linkListenbrainz,
  nowS,
  pendingOf,
  relaysOf,
  relayWorld,
  scrobble,
  sendAll,
} from '#tests/support/relays.ts'
import { testServer } from '#tests/support/test-server.ts'
import { PENDING_MAX } from './limits.ts'

test('accepted scrobbles are forwarded to both services with what they say', async () => {
  const { server, ada, player, lastfm, listenbrainz } = await relayWorld()
  expect((await linkListenbrainz(server, ada)).body).toEqual({ success: true })
  expect((await linkLastfm(server, ada)).body).toEqual({ success: true })
  const at = nowS(server) - 60
  const recording_mbid = '0b9c5b1e-1111-4000-8000-000000000001'
  const links = {
    origin_url: 'https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RD1',
    spotify_id: 'https://open.spotify.com/track/5dkhXb9kA9TRhhC929wbkm',
    spotify_album_id: '2noRn2Aes5aoNVsU6iWThc',
    youtube_id: 'dQw4w9WgXcQ',
    isrc: 'DE-A62-21-00123',
  }
  const listen = {
    listened_at: at,
    track_metadata: {
      artist_name: 'Søl & Ferro',
      track_name: 'Rain = 100 %',
      release_name: 'Wet',
      additional_info: {
        recording_mbid,
        duration_ms: 180_400,
        tracknumber: 3,
        media_player: 'mpv',
        submission_client: 'rescrobbled',
        music_service: 'bandcamp.com',
        ...links,
      },
    },
  }
  await scrobble(server, player, listen, aListen(at + 30, 'Plain'))
  expect([await pendingOf(server, 'lastfm'), await pendingOf(server, 'listenbrainz')]).toEqual([
    [at, at + 30],
    [at, at + 30],
  ])
  expect(await sendAll(server)).toBe(2)
  expect(listenbrainz.store.scrobbles).toMatchObject([
    {
      account: 'ada_lb',
      at,
      artist: 'Søl & Ferro',
      title: 'Rain = 100 %',
      sent: {
        release_name: 'Wet',
        additional_info: {
          recording_mbid,
          duration_ms: 180_400,
          tracknumber: 3,
          media_player: 'mpv',
          music_service: 'bandcamp.com',
          ...links,
          submission_client: expect.stringMatching(/^Flipside \([0-9a-f]{8}\)$/),
          original_submission_client: 'rescrobbled',
        },
      },
    },
    { at: at + 30, artist: 'Sol Ferro', title: 'Plain' },
  ])
  expect(lastfm.store.scrobbles).toEqual([
    {
      account: 'Ada_L',
      at,
      artist: 'Søl & Ferro',
      title: 'Rain = 100 %',
      sent: { album: 'Wet', mbid: recording_mbid, duration: '180', albumArtist: '' },
    },
    expect.objectContaining({ at: at + 30, title: 'Plain' }),
  ])
  expect(await relaysOf(server, ada)).toMatchObject([
    { service: 'lastfm', account: 'Ada_L', is_on: true, pending: 0, sent: 2, failure: null, next_at: '' },
    { service: 'listenbrainz', account: 'ada_lb', is_on: true, pending: 0, sent: 2, failure: null, ignored: [] },
  ])
  expect(await sendAll(server)).toBe(0)
})

test('a scrobble that a player sends again, or by two protocols, is forwarded once', async () => {
  const { server, ada, player, listenbrainz } = await relayWorld()
  await linkListenbrainz(server, ada)
  const at = nowS(server) - 600
  await scrobble(server, player, aListen(at), aListen(at), aListen(at, ' RAIN '))
  await scrobble(server, player, aListen(at))
  await callAudioscrobbler(server, {
    method: 'track.scrobble',
    sk: player,
    artist: 'Sol Ferro',
    track: 'Rain',
    timestamp: String(at),
  })
  await aggregateAccepted(server)
  await sendAll(server)
  expect(listenbrainz.store.received).toBe(1)
  expect((await countsOf(server, ada.id)).listens).toBe(1)
})

test('batches have at most 50 scrobbles for Last.fm and 100 for ListenBrainz, in the order of their arrival', async () => {
  const { server, ada, player, lastfm, listenbrainz } = await relayWorld()
  await linkListenbrainz(server, ada)
  await linkLastfm(server, ada)
  const first = nowS(server) - 10_000
  const listens = Array.from({ length: 230 }, (_, place) => aListen(first + place * 30, `Track ${place}`))
  await scrobble(server, player, ...listens)
  lastfm.requests.splice(0)
  listenbrainz.requests.splice(0)
  await sendAll(server)
  expect([lastfm.requests.length, listenbrainz.requests.length]).toEqual([5, 3])
  for (const { store } of [lastfm, listenbrainz])
    expect(store.scrobbles.map(({ at }) => at)).toEqual(listens.map((listen) => listen.listened_at))
})

test('nothing is queued for a relay that is switched off, and what was pending is not sent', async () => {
  const { server, ada, player, listenbrainz } = await relayWorld()
  await linkListenbrainz(server, ada)
  const at = nowS(server) - 600
  await scrobble(server, player, aListen(at))
  await changeRelay(server, ada, 'switch', { service: 'listenbrainz', state: 'off' })
  await scrobble(server, player, aListen(at + 60))
  expect(await sendAll(server)).toBe(0)
  expect(await relaysOf(server, ada)).toMatchObject([{ is_on: false, pending: 0, sent: 0 }])
  await changeRelay(server, ada, 'switch', { service: 'listenbrainz', state: 'on' })
  await scrobble(server, player, aListen(at + 120))
  await sendAll(server)
  expect(listenbrainz.store.scrobbles.map((listen) => listen.at)).toEqual([at + 120])
})

test('a scrobble is aggregated even if it cannot be queued for a relay', async () => {
  const { server, ada, player } = await relayWorld()
  await linkListenbrainz(server, ada)
  await sql`alter table relayed_listens add check (title <> 'Rain')`.execute(server.db)
  const at = nowS(server) - 600
  expect((await scrobble(server, player, aListen(at), aListen(at + 60, 'Snow'))).status).toBe(200)
  expect(await countsOf(server, ada.id)).toEqual({ listens: 2, byDay: 2, byArtist: 2 })
  expect(await pendingOf(server, 'listenbrainz')).toEqual([at + 60])
  expect(server.lines.join('\n')).toContain('not queued for its relays')
})

test('listens beyond the bound, and those too old for Last.fm, are counted and not queued', async () => {
  const { server, ada, player } = await relayWorld()
  await linkLastfm(server, ada)
  const now = nowS(server)
  await sql`insert into relayed_listens (member_id, service, listened_at, artist, title)
    select ${ada.id}::bigint, 'lastfm', ${server.clock.now()}::timestamptz, 'A', 'a'
    from generate_series(1, ${PENDING_MAX - 1}::integer)`.execute(server.db)
  await scrobble(server, player, aListen(now - 15 * 86_400), aListen(now - 120), aListen(now - 60))
  expect(await relaysOf(server, ada)).toMatchObject([
    {
      pending: PENDING_MAX,
      ignored: [
        { reason: 'too_old', listens: 1 },
        { reason: 'queue_full', listens: 1 },
      ],
    },
  ])
})

test('the current track is forwarded once, and not retried', async () => {
  const { server, ada, player, lastfm, listenbrainz } = await relayWorld()
  await linkListenbrainz(server, ada)
  await linkLastfm(server, ada)
  const jobs = recordJobs(server)
  const play = (track: string) =>
    callAudioscrobbler(server, {
      method: 'track.updateNowPlaying',
      sk: player,
      artist: 'Sol Ferro',
      track,
      duration: '200',
    })
  await play('Rain')
  await play('Rain')
  expect(jobs).toEqual([ada.id])
  const { relayPlaying } = await import('./relay-playing.ts')
  await relayPlaying(server.services, ada.id)
  expect([lastfm.store.playing, listenbrainz.store.playing]).toEqual([
    [{ account: 'Ada_L', artist: 'Sol Ferro', title: 'Rain' }],
    [{ account: 'ada_lb', artist: 'Sol Ferro', title: 'Rain' }],
  ])
  listenbrainz.misbehave = () => ({ status: 503, body: '<html>' })
  await play('Snow')
  await relayPlaying(server.services, ada.id)
  expect(lastfm.store.playing).toHaveLength(2)
  expect(await relaysOf(server, ada)).toMatchObject([{ failure: null }, { failure: null }])
  listenbrainz.accounts.splice(0)
  listenbrainz.misbehave = () => undefined
  await relayPlaying(server.services, ada.id)
  expect(await relaysOf(server, ada)).toMatchObject([{ failure: null }, { is_stopped: true }])
})

/** Replaces the job queue by a list of the members with a track to relay. */
function recordJobs(server: Awaited<ReturnType<typeof relayWorld>>['server']): number[] {
  const members: number[] = []
  const { enqueue } = server.services.jobs
  Object.assign(server.services.jobs, {
    enqueue: (...args: Parameters<typeof enqueue>) => {
      members.push((args[2] as { memberId: number }).memberId)
      return enqueue(...args)
    },
  })
  return members
}

test('two servers that relay to each other send every listen and track across once', async () => {
  const { server: first, ada, player } = await relayWorld()
  const second = await testServer({ settings: { secretKey: 'the key of the second of two servers' } })
  const bea = await second.signUp('bea')
  const beasPlayer = await makeToken(second, bea)
  const [toSecond, toFirst] = await Promise.all([connect(second), connect(first)])
  for (const server of [first, second])
    Object.assign(server.config, {
      listenbrainzAllowed: { urls: [`${toSecond.url}/`, `${toFirst.url}/`], isAnyPublic: false },
      servicesPerSecond: 1000,
    })
  expect((await linkListenbrainz(first, ada, beasPlayer, toSecond.url)).status).toBe(200)
  expect((await linkListenbrainz(second, bea, player, toFirst.url)).status).toBe(200)
  const at = nowS(first) - 600
  await scrobble(first, player, aListen(at))
  for (let round = 0; round < 3; round++) {
    for (const server of [first, second]) {
      await sendAll(server)
      await aggregateAccepted(first)
      await aggregateAccepted(second)
    }
  }
  const submitted = (requested: readonly { url: URL }[]) =>
    requested.filter(({ url }) => url.pathname.includes('submit')).length
  expect([submitted(toSecond.requests), submitted(toFirst.requests)]).toEqual([1, 0])
  expect([(await countsOf(first, ada.id)).listens, (await countsOf(second, bea.id)).listens]).toEqual([1, 1])
  await scrobble(second, beasPlayer, aListen(at + 60, 'Snow'))
  await sendAll(second)
  await aggregateAccepted(first)
  expect(await sendAll(first)).toBe(0)
  expect((await countsOf(first, ada.id)).listens).toBe(2)
})

/** Serves a test server's player protocols on a port. */
async function connect(server: Awaited<ReturnType<typeof testServer>>) {
  const service = await startListenbrainzServer()
  onTestFinished(() => service.stop())
  service.misbehave =
    ({ method, url, headers, body }) =>
    (response) => {
      const authorization = String(headers.authorization)
      const options = method === 'POST' ? { headers: { authorization }, body } : { headers: { authorization } }
      void server.request(method, `${url.pathname}${url.search}`, {}, options).then(({ status, body: json }) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(json))
      })
    }
  return service
}
