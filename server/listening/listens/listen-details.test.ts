import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TRACK_NAME_MAX } from '#contract/listening/track-names.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { aggregateAccepted, bearerOf, callAudioscrobbler, md5, submitListens } from '#tests/support/players.ts'
import { testServer } from '#tests/support/test-server.ts'
import { type ListenDetails, PROGRAM_MAX_LENGTH, toListenDetails } from './listen-details.ts'

const [RECORDING, RELEASE, ARTIST, GUEST] = ['1', '2', '3', '4'].map(
  (digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`,
)
const server = await testServer()
const START = Math.floor(server.clock.now().getTime() / 1000) - 86_400

/** Returns a member's listens as ListenBrainz's API has them, oldest first. */
async function readBack(member: { name: string; token: string }) {
  await aggregateAccepted(server)
  const headers = { Authorization: `Token ${member.token}` }
  const { body } = await server.get(`/1/user/${member.name}/listens`, { count: 100 }, { headers })
  return body.payload.listens.toReversed().map((listen: { track_metadata: Record<string, unknown> }) => {
    const { recording_msid: _, ...info } = listen.track_metadata['additional_info'] as Record<string, unknown>
    return { album: listen.track_metadata['release_name'], ...info }
  })
}

const playerNamed = async (name: string) => ({ ...(await bearerOf(server, name)), name })

/** Returns the plays by album: all days, and all time. */
async function albumPlaysOf(memberId: number) {
  const { rows } = await sql<{ title: string; artist: string; plays: number; days: number }>`
    select albums.title, artists.name as artist, album_plays.plays,
      (select sum(plays) from album_plays_daily as daily
        where daily.member_id = ${memberId} and daily.album_id = albums.id) as days
    from album_plays join albums on albums.id = album_id join artists on artists.id = albums.artist_id
    where member_id = ${memberId} order by albums.title`.execute(server.db)
  return rows
}

test('all three protocols store what they say about a listen, and ListenBrainz returns it', async () => {
  const ada = await playerNamed('ada')
  const info = {
    release_artist_name: 'Various Artists',
    artist_mbids: [ARTIST, GUEST],
    recording_mbid: RECORDING,
    release_mbid: RELEASE,
    tracknumber: '3/12',
    duration_ms: 201_500,
    media_player: 'VLC',
    submission_client: 'Pano Scrobbler',
    music_service: 'bandcamp.com',
    origin_url: 'https://ninerooms.bandcamp.com/track/slow-ferry?from=embed',
    isrc: 'DEA622100123',
  }
  const track_metadata = { artist_name: 'Nine Rooms', track_name: 'Slow Ferry', release_name: 'Harbour' }
  const listen = { listened_at: START, track_metadata: { ...track_metadata, additional_info: info } }
  await submitListens(server, ada.token, { listen_type: 'single', payload: [listen] })

  const scrobble = { 'artist[0]': 'Nine Rooms', 'track[0]': 'Dusk', 'timestamp[0]': String(START + 300) }
  const more = { 'album[0]': 'Harbour', 'albumArtist[0]': 'Nine Rooms', 'trackNumber[0]': '4', 'duration[0]': '180' }
  await callAudioscrobbler(server, {
    method: 'track.scrobble',
    sk: ada.token,
    ...scrobble,
    ...more,
    'mbid[0]': RECORDING ?? '',
  })

  const t = Math.floor(server.clock.now().getTime() / 1000)
  const a = md5(md5(ada.token) + t)
  const root = '/apis/audioscrobbler_legacy'
  const login = await server.get(root, { hs: 'true', p: '1.2', c: 'mpc', v: '0.24', u: 'ada', t, a })
  const form = {
    s: String(login.body).split('\n')[1] ?? '',
    'a[0]': 'Nine Rooms',
    't[0]': 'Peat',
    'i[0]': String(START + 600),
    'l[0]': '151',
    'b[0]': 'Moor',
    'n[0]': '7',
    'm[0]': RECORDING ?? '',
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await server.post(`${root}/submit`, {}, { body: new URLSearchParams(form).toString(), headers })

  expect(await readBack(ada)).toEqual([
    { ...info, tracknumber: 3, album: 'Harbour' },
    {
      album: 'Harbour',
      release_artist_name: 'Nine Rooms',
      tracknumber: 4,
      duration_ms: 180_000,
      recording_mbid: RECORDING,
    },
    { album: 'Moor', tracknumber: 7, duration_ms: 151_000, recording_mbid: RECORDING, submission_client: 'mpc' },
  ])
  expect(await albumPlaysOf(ada.memberId)).toEqual([
    { title: 'Harbour', artist: 'Nine Rooms', plays: 1, days: 1 },
    { title: 'Harbour', artist: 'Various Artists', plays: 1, days: 1 },
    { title: 'Moor', artist: 'Nine Rooms', plays: 1, days: 1 },
  ])
  const recent = await callAudioscrobbler(server, { method: 'user.getRecentTracks', user: 'ada', sk: ada.token })
  const [newest, , oldest] = recent.body.recenttracks.track
  expect([newest.album, newest.mbid]).toEqual([{ mbid: '', '#text': 'Moor' }, RECORDING])
  expect(oldest.album).toEqual({ mbid: RELEASE, '#text': 'Harbour' })
})

test('a listen without details gets those of the same listen in a file, and only once', async () => {
  const bo = await playerNamed('bo')
  const importListens = createBatchImporter(server.db, bo.memberId)
  const listen = { artist: 'Nine Rooms', title: 'Slow Ferry', listenedAt: START }
  expect(await importListens('lastfm-csv', [listen])).toBe(1)
  const withAlbum = (album: string, listenedAt = START) => [{ ...listen, listenedAt, details: { album } }]
  expect(await importListens('lastfm-csv', withAlbum('Harbour'))).toBe(0)
  expect(await importListens('lastfm-csv', withAlbum('Another'))).toBe(0)
  // Another source knows only the minute.
  expect(await importListens('lastfm-csv', [{ ...listen, listenedAt: START + 600 }])).toBe(1)
  expect(await importListens('spotify-account', withAlbum('Harbour', START + 630))).toBe(0)
  expect((await readBack(bo)).map(({ album }: { album: string }) => album)).toEqual(['Harbour', 'Harbour'])
  expect(await albumPlaysOf(bo.memberId)).toEqual([{ title: 'Harbour', artist: 'Nine Rooms', plays: 2, days: 2 }])
})

test('deleting listens subtracts them from the plays of their albums', async () => {
  const cy = await playerNamed('cy')
  const importListens = createBatchImporter(server.db, cy.memberId)
  const day = 86_400
  const listens = [0, 60, day, 2 * day].map((after) => ({
    artist: 'Nine Rooms',
    title: 'Slow Ferry',
    listenedAt: START - 10 * day + after,
    details: { album: after === 2 * day ? 'Moor' : 'Harbour' },
  }))
  await importListens('listenbrainz', listens)
  const query = (from: number, until: number) => ({
    user: 'cy',
    from: new Date(from * 1000).toISOString(),
    until: new Date(until * 1000).toISOString(),
  })
  const first = START - 10 * day
  await server.post('/api/user/delete-listens', query(first, first + day + 1), { as: cy.member })
  expect(await albumPlaysOf(cy.memberId)).toEqual([{ title: 'Moor', artist: 'Nine Rooms', plays: 1, days: 1 }])
})

test('the details of a deleted member are deleted', async () => {
  const dot = await playerNamed('dot')
  const details = { album: 'Harbour', player: 'the player in the kitchen' }
  const listen = { artist: 'Nine Rooms', title: 'Slow Ferry', listenedAt: START, details }
  await createBatchImporter(server.db, dot.memberId)('listenbrainz', [listen])
  await server.db.deleteFrom('members').where('id', '=', dot.memberId).execute()
  const { rows } = await sql`select from listen_details where member_id = ${dot.memberId}
    union all select from album_plays where member_id = ${dot.memberId}
    union all select from album_plays_daily where member_id = ${dot.memberId}`.execute(server.db)
  expect(rows).toEqual([])
})

test.each<[string, Record<string, unknown>, ListenDetails | undefined]>([
  ['nothing', {}, undefined],
  [
    'values of other types',
    { album: 7, artistMbids: {}, recordingMbid: [], durationMs: true, player: null },
    undefined,
  ],
  ['blank names', { album: ' \0 ', player: '' }, undefined],
  ['a long album', { album: 'x'.repeat(600) }, { album: 'x'.repeat(TRACK_NAME_MAX) }],
  ['a long player', { player: 'x'.repeat(5_000_000) }, { player: 'x'.repeat(PROGRAM_MAX_LENGTH) }],
  ['half a character at the cut', { player: `${'x'.repeat(99)}\ud83d\ude00` }, { player: 'x'.repeat(99) }],
  ['a name that grows when folded', { album: '\ufdfa'.repeat(400) }, { album: '\ufdfa'.repeat(25) }],
  ['invalid MBIDs among valid ones', { artistMbids: ['x', ARTIST?.toUpperCase(), 7] }, undefined],
  ['an empty MBID among valid ones', { artistMbids: [ARTIST, ''], trackNumber: 7 }, { trackNumber: 7 }],
  ['track numbers out of range', { trackNumber: 0, durationMs: -1 }, undefined],
  ['a duration in microseconds', { durationMs: 201_500_000_000 }, undefined],
  ['a track number with its total', { trackNumber: '07/12' }, { trackNumber: 7 }],
])('details of a listen are bounded: %s', (_, raw, details) => {
  expect(toListenDetails(raw)).toEqual(details)
})

test('ids of details continue below zero after the largest integer, and a repeat uses none', async () => {
  const uma = await playerNamed('uma')
  const importListens = createBatchImporter(server.db, uma.memberId)
  const listens = ['Harbour', 'Moor', 'Peat'].map((album, place) => ({
    artist: 'Nine Rooms',
    title: 'Slow Ferry',
    listenedAt: START + place * 3600,
    details: { album },
  }))
  const setLast = (id: number) =>
    sql`select setval(pg_get_serial_sequence('listen_details', 'id'), ${id})`.execute(server.db)
  const readLast = async () => {
    const { rows } = await sql<{ last: number }>`
      select last_value as last from pg_sequences where sequencename = 'listen_details_id_seq'`.execute(server.db)
    return rows[0]?.last
  }
  const { rows: before } = await sql<{ max: number }>`select max(id) from listen_details`.execute(server.db)
  await setLast(2 ** 31 - 2)
  await importListens('listenbrainz', listens)
  expect(await readLast()).toBe(-(2 ** 31) + 1)
  await importListens('listenbrainz', listens)
  expect(await readLast()).toBe(-(2 ** 31) + 1)
  expect(await readBack(uma)).toMatchObject([{ album: 'Harbour' }, { album: 'Moor' }, { album: 'Peat' }])
  await setLast(before[0]?.max ?? 1)
})
