import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { readMergeable } from '#tests/support/mergeable.ts'
import { expectRightCounts } from '#tests/support/recount.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { mergeAlbums, mergeArtists, mergeTracks } from './merge.ts'
import { undoMerge } from './undo-merge.ts'

const server = await testServer()
const AT = Math.floor(server.clock.now().getTime() / 1000) - 30_000_000
const TRACKS = 60
const mbid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

interface Sending {
  readonly first?: number
  readonly until?: number
  readonly start?: number
  readonly source?: 'spotify-extended' | 'listenbrainz'
}

/** Adds three listens of each title from `first` until `until`, all seven hours apart. */
const add = (
  member: TestMember,
  artist: string,
  { first = 0, until = TRACKS, start = 0, source = 'spotify-extended' }: Sending = {},
) =>
  createBatchImporter(server.db, member.id)(
    source,
    Array.from({ length: (until - first) * 3 }, (_, place) => ({
      artist,
      title: `Song ${first + (place % (until - first))}`,
      listenedAt: AT + start + place * 25_200,
      details: { album: `Album ${place % 12}`, albumArtist: artist, durationMs: 200_000 },
    })),
  )

const findId = async (table: 'artists' | 'tracks' | 'albums', artist: string, title = '') => {
  const { rows } = await (table === 'artists'
    ? sql<{ id: number }>`select id from artists where name = ${artist}`
    : sql<{ id: number }>`select own.id from ${sql.table(table)} as own join artists on artists.id = artist_id
        where name = ${artist} and own.title = ${title}`
  ).execute(server.db)
  return rows[0]?.id ?? 0
}
test('a merge of artists with many twins, and undoing it, leave the counts of a recount and restore every row', async () => {
  const [ada, bo, cy] = [
    await makeMember(server, 'ada'),
    await makeMember(server, 'bo'),
    await makeMember(server, 'cy'),
  ]
  for (const [place, member] of [ada, bo, cy].entries()) {
    await add(member, 'Nine Roms', { until: 40, start: place * 100 })
    await add(member, 'Nine Rooms', { first: 20 + place, start: 10_000 + place * 100 })
  }
  const into = await findId('artists', 'Nine Rooms')
  // Two twins of one track: "Song 30" is another spelling of "Song 31" by one of the artists.
  const spelling = {
    from: await findId('tracks', 'Nine Rooms', 'Song 30'),
    into: await findId('tracks', 'Nine Rooms', 'Song 31'),
  }
  await server.db.transaction().execute((tx) => mergeTracks(tx, spelling))
  // MBIDs that the other one takes, that both have, and that another title has.
  const mbids = [
    ['Nine Roms', 'Song 25', mbid(1)],
    ['Nine Roms', 'Song 26', mbid(2)],
    ['Nine Rooms', 'Song 26', mbid(3)],
    ['Nine Roms', 'Song 3', mbid(4)],
    ['Nine Rooms', 'Song 50', mbid(4)],
  ] as const
  for (const [artist, title, value] of mbids)
    await sql`update tracks set mbid = ${value} where id = ${await findId('tracks', artist, title)}`.execute(server.db)
  for (const [place, artist] of ['Nine Roms', 'Nine Rooms'].entries())
    for (const title of ['Song 30', 'Song 31', 'Song 35']) {
      const track = await findId('tracks', artist, title)
      await sql`insert into track_links (track_id, service, place, external_id, source, first_seen, last_seen)
        values (${track}, 1, 1, ${`${place}${title}`}, 1, current_date, current_date)`.execute(server.db)
      // A member that loves two of one track retains the later love only.
      if (title === 'Song 30') continue
      await sql`insert into track_feedback (member_id, track_id, score, created_at)
        select ${place === 0 ? ada.id : bo.id}::bigint, coalesce(merged_into, id), 1, now() from tracks where id = ${track}
        on conflict do nothing`.execute(server.db)
    }
  await expectRightCounts(server.db)
  const before = await readMergeable(server.db)
  const pair = { from: await findId('artists', 'Nine Roms'), into }
  const undo = await server.db.transaction().execute((tx) => mergeArtists(tx, pair))
  expect(undo?.trackTwins).toHaveLength(20)
  expect(undo?.trackTwins?.filter((twin) => twin.into === spelling.into)).toHaveLength(2)
  await expectRightCounts(server.db)
  const { rows } = await sql`select from artist_plays where artist_id = ${pair.from}`.execute(server.db)
  expect(rows).toEqual([])
  // Stored as JSON, as decisions are.
  const stored = JSON.parse(JSON.stringify(undo))
  await server.db.transaction().execute((tx) => undoMerge(tx, 'artist', pair, stored))
  await expectRightCounts(server.db)
  expect(await readMergeable(server.db)).toEqual(before)
})

test('listens that two sources have under both names are one after a merge of many twins', async () => {
  const dee = await makeMember(server, 'dee')
  await add(dee, 'Ash Trees', { until: 20 })
  await add(dee, 'Ash Tree', { until: 20, start: 20, source: 'listenbrainz' })
  await add(dee, 'Ash Tree', { first: 20, until: 30, start: 900_000, source: 'listenbrainz' })
  const pair = { from: await findId('artists', 'Ash Trees'), into: await findId('artists', 'Ash Tree') }
  await server.db.transaction().execute((tx) => mergeArtists(tx, pair))
  await expectRightCounts(server.db)
  const { rows } = await sql`select plays, tracks_heard from artist_plays where member_id = ${dee.id}`.execute(
    server.db,
  )
  expect(rows).toEqual([{ plays: 90, tracks_heard: 30 }])
})

test('albums become one if their twins were merged into each other', async () => {
  const eve = await makeMember(server, 'eve')
  await add(eve, 'Fog', { until: 24 })
  await add(eve, 'Fogg', { until: 24, start: 5_000_000 })
  const album = async (artist: string, title: string) => findId('albums', artist, title)
  // "Album 1" by one artist was merged into "Album 2" by the other one.
  await server.db
    .transaction()
    .execute(async (tx) =>
      mergeAlbums(tx, { from: await album('Fogg', 'Album 1'), into: await album('Fog', 'Album 2') }),
    )
  await expectRightCounts(server.db)
  const before = await readMergeable(server.db)
  const pair = { from: await findId('artists', 'Fog'), into: await findId('artists', 'Fogg') }
  const undo = await server.db.transaction().execute((tx) => mergeArtists(tx, pair))
  await expectRightCounts(server.db)
  const { rows } = await sql<{ albums: number; chains: number }>`select
      (select count(distinct album_id) from album_plays where member_id = ${eve.id}) as albums,
      (select count(*) from albums as own join albums as main on main.id = own.merged_into
        where main.merged_into is not null) as chains`.execute(server.db)
  expect(rows[0]).toEqual({ albums: 11, chains: 0 })
  await server.db.transaction().execute((tx) => undoMerge(tx, 'artist', pair, JSON.parse(JSON.stringify(undo))))
  await expectRightCounts(server.db)
  const after = await readMergeable(server.db)
  expect(after['albumPlays']).toEqual(before['albumPlays'])
})
