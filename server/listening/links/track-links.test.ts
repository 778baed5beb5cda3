import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { listMonths, readMonth } from '#server/ownership/export/listens.ts'
import { importFile } from '#tests/support/import-files.ts'
import { aggregateAccepted, bearerOf, callAudioscrobbler, submitListens } from '#tests/support/players.ts'
import { testServer } from '#tests/support/test-server.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { joinTracks } from '../identities/join.ts'
import { toListenDetails } from '../listens/listen-details.ts'
import { findPlayingLinks, listTrackLinks } from './read-track-links.ts'
import { setLinkRejected } from './reject-links.ts'
import { type LinkedTrack, type LinkSource, storeTrackLinks } from './track-links.ts'

const server = await testServer()
const START = Math.floor(server.clock.now().getTime() / 1000) - 86_400
const RECORDING = '0b9c5b1e-1111-4000-8000-000000000001'
const spotify = (digit: number) => `5dkhXb9kA9TRhhC929wbk${digit}`

let count = 0
/** Returns the id of a new track, and its names. */
async function addTrack(artist = 'Nine Rooms') {
  const names = { artist, title: `Slow Ferry ${++count}` }
  const [id = 0] = await server.db.transaction().execute((tx) => insertTracks(tx, [names]))
  return { id, ...names }
}

const store = (trackId: number, ids: readonly string[], source: LinkSource = 'import') =>
  server.db.transaction().execute((tx) =>
    storeTrackLinks(
      tx,
      ids.map((id) => ({ trackId, service: 'spotify' as const, id })),
      source,
    ),
  )

const listIds = async (trackId: number) =>
  (await listTrackLinks(server.db, trackId, 0, server.clock.now())).map(({ id }) => id)

const listRows = (trackId: number) =>
  server.db.selectFrom('track_links').selectAll().where('track_id', '=', trackId).orderBy('place').execute()

const aListen = (title: string, additional_info: object, listened_at = START) => ({
  listened_at,
  track_metadata: { artist_name: 'Nine Rooms', track_name: title, additional_info },
})

test('scrobbles of ListenBrainz and Audioscrobbler link their track', async () => {
  const { token } = await bearerOf(server, 'ada')
  const { id, title } = await addTrack()
  const info = {
    origin_url: 'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
    spotify_id: `https://open.spotify.com/track/${spotify(1)}`,
    spotify_album_id: spotify(2),
    youtube_id: 'dQw4w9WgXcQ',
    isrc: 'de-a62-21-00123',
  }
  await submitListens(server, token, { listen_type: 'import', payload: [aListen(title, info)] })
  const scrobble = { artist: 'Nine Rooms', track: title, timestamp: String(START + 600), mbid: RECORDING }
  await callAudioscrobbler(server, { method: 'track.scrobble', sk: token, ...scrobble })
  await aggregateAccepted(server)
  expect(await listTrackLinks(server.db, id, 0, server.clock.now())).toEqual([
    { service: 'spotify', id: spotify(1) },
    { service: 'spotify-album', id: spotify(2) },
    { service: 'youtube', id: 'dQw4w9WgXcQ' },
    { service: 'musicbrainz', id: RECORDING },
    { service: 'isrc', id: 'DEA622100123' },
  ])
})

test('a scrobble with links of no known form is stored without them', async () => {
  const { token, memberId } = await bearerOf(server, 'bo')
  const { id, title } = await addTrack()
  const hostile = [
    { origin_url: `https://ada:secret@open.spotify.com/track/${spotify(1)}` },
    { origin_url: `https://open.spotify.com.example.com/track/${spotify(1)}` },
    { origin_url: 'http://192.168.0.5:4533/rest/stream?id=1&t=token' },
    { origin_url: `https://open.spotify.com/track/${spotify(1)}?${'x'.repeat(300)}` },
    { spotify_id: 'javascript:alert(1)', youtube_id: '<script>', isrc: { toString: 'DEA622100123' } },
    { spotify_id: `https://open.spotify.com/album/${spotify(1)}`, spotify_album_id: 'x'.repeat(5000), isrc: ['x'] },
    { youtube_id: 'dQw4w9WgXc\u0000', isrc: 'DEA62210012３' },
  ]
  const payload = hostile.map((info, place) => aListen(title, info, START + place))
  await submitListens(server, token, { listen_type: 'import', payload })
  await aggregateAccepted(server)
  expect(await listIds(id)).toEqual([])
  const { rows } = await sql<{
    listens: number
    details: number
  }>`select count(*) as listens, count(details_id) as details
    from listens where member_id = ${memberId}`.execute(server.db)
  expect(rows).toEqual([{ listens: hostile.length, details: 0 }])
})

test('a track has at most four ids of a service, the first ones', async () => {
  const { id } = await addTrack()
  await store(id, [spotify(3), spotify(1), spotify(3)])
  await store(id, [1, 2, 3, 4, 5, 6].map(spotify))
  await store(id, [spotify(9)])
  expect(await listIds(id)).toEqual([3, 1, 2, 4].map(spotify))
})

test('processes that link a track at the same time store at most four ids, each once', async () => {
  const { id } = await addTrack()
  await Promise.all(Array.from({ length: 12 }, (_, n) => store(id, [spotify(n % 3), spotify(n % 7)])))
  const ids = await listIds(id)
  expect(ids.length).toBeLessThanOrEqual(4)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a link that is seen again after a month has a new last day', async () => {
  const { id } = await addTrack()
  await store(id, [spotify(1), spotify(2)], 'scrobble')
  await sql`update track_links set first_seen = '2026-01-01',
    last_seen = case when external_id = ${spotify(1)} then '2026-01-02'::date else current_date - 20 end
    where track_id = ${id}`.execute(server.db)
  const [, recent] = await listRows(id)
  await store(id, [spotify(1), spotify(2)], 'import')
  const { rows } = await sql<{ isToday: boolean }>`select last_seen = (now() at time zone 'UTC')::date as "isToday"
    from track_links where track_id = ${id} order by place`.execute(server.db)
  expect(rows).toEqual([{ isToday: true }, { isToday: false }])
  expect(await listRows(id)).toMatchObject([{ first_seen: recent?.first_seen, source: 1 }, recent])
})

test('a track that becomes a spelling of another gives its links to it', async () => {
  const [from, into] = [await addTrack(), await addTrack()]
  await store(from.id, [1, 2, 3, 4].map(spotify))
  await store(into.id, [5, 2].map(spotify))
  await joinTracks(server.db, from.id, into.id)
  // As an import that has the former id in its cache.
  await store(from.id, [spotify(1)])
  expect(await listIds(into.id)).toEqual([5, 2, 1, 3].map(spotify))
  expect(await listIds(from.id)).toEqual([])
})

test('a file that is imported again adds its links, and no listen', async () => {
  const { memberId } = await bearerOf(server, 'cy')
  const importListens = createBatchImporter(server.db, memberId)
  const { id, artist, title } = await addTrack()
  const raw = { album: 'Harbour', service: 'spotify.com' }
  const links = { spotify_id: `https://open.spotify.com/track/${spotify(1)}` }
  const listens = (more: object) =>
    [0, 300].map((s) => ({ artist, title, listenedAt: START + s, details: toListenDetails({ ...raw, ...more }) ?? {} }))
  expect(await importListens('spotify-extended', listens({}))).toBe(2)
  const others = listens({ links, service: 'tidal.com' })
  expect(await importListens('spotify-extended', others.slice(0, 1))).toBe(0)
  expect(await importListens('spotify-extended', listens({ links, trackNumber: 3 }))).toBe(0)
  expect(await importListens('spotify-extended', listens({ links: { isrc: 'DEA622100123' } }))).toBe(0)

  const { rows } = await sql<{
    service: string
    links: unknown
  }>`select service, links, track_number as number from listens
    join listen_details on listen_details.id = details_id where listens.member_id = ${memberId} order by listened_at`.execute(
    server.db,
  )
  const completed = { service: 'spotify.com', links, number: 3 }
  expect(rows).toEqual([completed, completed])
  const { rows: albums } = await sql`select plays from album_plays where member_id = ${memberId}`.execute(server.db)
  expect(albums).toEqual([{ plays: 2 }])
  expect(await listTrackLinks(server.db, id, 0, server.clock.now())).toEqual([
    { service: 'spotify', id: spotify(1) },
    { service: 'isrc', id: 'DEA622100123' },
  ])
})

test('an export that is imported into an empty server has the same links', async () => {
  const { token, memberId } = await bearerOf(server, 'di')
  const { id, title } = await addTrack()
  const info = {
    origin_url: 'https://music.apple.com/gb/album/harbour/1440935467?i=1440935468',
    spotify_id: `spotify:track:${spotify(1)}`,
    isrc: 'DEA622100123',
  }
  await submitListens(server, token, { listen_type: 'import', payload: [aListen(title, info)] })
  await aggregateAccepted(server)
  const [month = ''] = await listMonths(server.db, memberId)
  const lines = await Array.fromAsync(readMonth(server.db, memberId, month))

  const other = await testServer()
  const member = await other.signUp('di')
  expect(await importFile(other, member, lines.join(''))).toMatchObject({ taken: 1 })
  const [again = ''] = await Array.fromAsync(readMonth(other.db, member.id, month))
  expect(JSON.parse(again).track_metadata.additional_info).toMatchObject(info)
  const track = await other.db.selectFrom('tracks').select('id').executeTakeFirstOrThrow()
  expect(await listTrackLinks(other.db, track.id, 0, server.clock.now())).toEqual(
    await listTrackLinks(server.db, id, 0, server.clock.now()),
  )
})

test('deleting a member deletes what their listens said, and not the links of tracks', async () => {
  const { token, memberId } = await bearerOf(server, 'ed')
  const { id, title } = await addTrack()
  await submitListens(server, token, {
    listen_type: 'import',
    payload: [aListen(title, { spotify_id: spotify(1) })],
  })
  await aggregateAccepted(server)
  await server.db.deleteFrom('members').where('id', '=', memberId).execute()
  const { rows } = await sql`select from listen_details where member_id = ${memberId}`.execute(server.db)
  expect(rows).toEqual([])
  expect(await listIds(id)).toEqual([spotify(1)])
})

test('lists have the playing links of their tracks, the first of each service, under any spelling', async () => {
  const [from, into] = [await addTrack(), await addTrack()]
  const services = { spotify: spotify(1), youtube: 'dQw4w9WgXcQ', isrc: 'DEA622100123', 'spotify-album': spotify(3) }
  const links = Object.entries(services).map(([service, id]) => ({ trackId: into.id, service, id }) as LinkedTrack)
  await server.db.transaction().execute((tx) => storeTrackLinks(tx, links, 'scrobble'))
  await store(into.id, [spotify(2)])
  await joinTracks(server.db, from.id, into.id)
  const reader = { db: server.db, viewer: null, now: server.clock.now() }
  const listed = `spotify:${spotify(1)} youtube:dQw4w9WgXcQ`
  const bare = await addTrack()
  expect(await findPlayingLinks(reader, [from.id, null, into.id, bare.id, undefined])).toEqual(
    new Map([
      [from.id, listed],
      [into.id, listed],
    ]),
  )

  const { memberId } = await bearerOf(server, 'flo')
  const rejected = { trackId: into.id, service: 'spotify', id: spotify(1) } as const
  await server.db
    .transaction()
    .execute((tx) => setLinkRejected(tx, memberId, rejected, { isRejected: true, now: reader.now }))
  const own = await findPlayingLinks({ ...reader, viewer: { id: memberId } }, [into.id])
  expect(own.get(into.id)).toBe(`spotify:${spotify(2)} youtube:dQw4w9WgXcQ`)
  expect((await findPlayingLinks(reader, [into.id])).get(into.id)).toBe(listed)
})

test('links that members share take two places, and are listed after those of scrobbles and files', async () => {
  const { id } = await addTrack()
  await store(id, [1, 2, 3].map(spotify), 'shared')
  await store(id, [spotify(4)], 'scrobble')
  await store(id, [5, 6].map(spotify), 'import')
  await store(id, [spotify(7)], 'shared')
  expect(await listIds(id)).toEqual([4, 5, 1, 2].map(spotify))
  await store(id, [spotify(2)], 'scrobble')
  expect(await listIds(id)).toEqual([2, 4, 5, 1].map(spotify))
})

test('a link that is hidden from all leaves its place to another one, and returns if it is taken back', async () => {
  const { id } = await addTrack()
  await store(id, [1, 2, 3, 4].map(spotify))
  const members = await Promise.all(['gil', 'hal', 'ivy'].map(async (name) => (await bearerOf(server, name)).memberId))
  const setRejected = (memberId: number, isRejected: boolean) =>
    server.db
      .transaction()
      .execute((tx) =>
        setLinkRejected(
          tx,
          memberId,
          { trackId: id, service: 'spotify', id: spotify(2) },
          { isRejected, now: server.clock.now() },
        ),
      )
  for (const memberId of members) expect(await setRejected(memberId, true)).toBe(true)
  expect(await setRejected(members[0] ?? 0, true)).toBe(false)
  await store(id, [2, 5, 6].map(spotify))
  expect(await listIds(id)).toEqual([1, 3, 4, 5].map(spotify))
  expect((await listRows(id)).map(({ place }) => place)).toEqual([1, 2, 3, 4])

  await sql`delete from track_links where track_id = ${id} and place > 1`.execute(server.db)
  expect(await setRejected(members[1] ?? 0, false)).toBe(true)
  expect(await listIds(id)).toEqual([1, 2].map(spotify))
  expect(await setRejected(members[1] ?? 0, false)).toBe(true)
})
