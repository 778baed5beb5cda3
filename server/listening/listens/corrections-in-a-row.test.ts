import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/http/attempt.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { HOPS_MAX } from './find-listens.ts'
import { insertMovedCorrections } from './moved-changes.ts'

/*
 * A member may have 2,000 corrections, and an imported file may chain them. What arrives is corrected
 * a bounded number of times: otherwise a batch would take minutes and a gigabyte, and would insert
 * millions of tracks.
 */

const CHAIN = 4 * HOPS_MAX
const SONGS = 20

let server: TestServer
let ada: TestMember
beforeEach(async () => {
  server = await testServer()
  ada = await makeMember(server, 'ada')
})

const importSongs = (artist: string, toTitle: (place: number) => string) =>
  createBatchImporter(server.db, ada.id)(
    'listenbrainz',
    Array.from({ length: SONGS }, (_, place) => ({
      artist,
      title: toTitle(place),
      listenedAt: 1_700_000_000 + place * 600,
    })),
  )

async function listNames(): Promise<{ artists: ReadonlySet<string>; titles: ReadonlySet<string> }> {
  const { body } = await server.get('/api/user/listens', { user: 'ada', limit: 100 }, { as: ada })
  const listens: readonly { artist: string; track: string }[] = body.listens
  expect(listens).toHaveLength(SONGS)
  return { artists: new Set(listens.map((it) => it.artist)), titles: new Set(listens.map((it) => it.track)) }
}

/** Corrects all tracks of one artist after another, as _All my listens to this artist_ does. */
async function correctArtists(names: readonly string[]): Promise<void> {
  await server.db.transaction().execute(async (tx) => {
    const ids = await insertTracks(
      tx,
      names.map((artist) => ({ artist, title: 'Seed' })),
    )
    await sql`insert into listen_corrections (member_id, track_id, to_track, of_artist)
      select ${ada.id}::bigint, from_id, to_id, true
      from unnest(${ids.slice(0, -1)}::bigint[], ${ids.slice(1)}::bigint[]) as given (from_id, to_id)`.execute(tx)
    await sql`insert into listen_changes (member_id, revision) values (${ada.id}, 1)`.execute(tx)
  })
}

async function countTracks(): Promise<number> {
  const { rows } = await sql<{ tracks: number }>`select count(*) as tracks from tracks
    where title like 'Song %'`.execute(server.db)
  return rows[0]?.tracks ?? 0
}

test('a listen that arrives follows ten corrections of tracks', async () => {
  const names = Array.from({ length: CHAIN }, (_, place) => ({ artist: 'Sol', title: `Name ${place}` }))
  await server.db.transaction().execute((tx) =>
    insertMovedCorrections(
      tx,
      ada.id,
      names.slice(1).map((to, place) => ({
        from: names[place] ?? to,
        to,
        onAlbum: undefined,
        toAlbum: undefined,
        isOfArtist: false,
      })),
    ),
  )
  await importSongs('Sol', () => 'Name 0')
  expect((await listNames()).titles).toEqual(new Set([`Name ${HOPS_MAX}`]))
  await importSongs('Sol', () => 'Name 0')
  await listNames()
})

test('a chain of corrected artists inserts the tracks of ten of them', async () => {
  await correctArtists(Array.from({ length: CHAIN }, (_, place) => `Artist ${place}`))
  await importSongs('Artist 0', (place) => `Song ${place}`)
  expect((await listNames()).artists).toEqual(new Set([`Artist ${HOPS_MAX}`]))
  expect(await countTracks()).toBe(SONGS * (HOPS_MAX + 1))
})

test('an artist that was corrected again and again inserts the tracks of those that a listen was', async () => {
  await correctArtists(Array.from({ length: CHAIN }, (_, place) => (place % 2 === 0 ? 'Main' : `Artist ${place}`)))
  await importSongs('Main', (place) => `Song ${place}`)
  expect((await listNames()).artists).toEqual(new Set(['Main']))
  expect(await countTracks()).toBe(SONGS * (HOPS_MAX / 2 + 1))
})

/** Records thousands of changes at one time, as an imported file may have them. */
async function insertChanges(at: Date, tracks: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`with artist as (
      insert into artists (name, name_key) values ('Moved', 'moved') returning id)
    insert into tracks (artist_id, title, title_key)
    select id, 'Moved ' || n, 'moved ' || n from artist, generate_series(1, ${tracks}::integer) as n returning id`.execute(
    server.db,
  )
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
  await sql`insert into changed_listens (member_id, listened_at, track_id, source, moved_to)
    select ${ada.id}::bigint, ${at}::timestamptz, from_id, 8, to_id
    from unnest(${ids.slice(0, -1)}::bigint[], ${ids.slice(1)}::bigint[]) as given (from_id, to_id)`.execute(server.db)
  await sql`insert into listen_changes (member_id, revision) values (${ada.id}, 1)`.execute(server.db)
  return ids
}

test('thousands of changes within the length of a play do not hold up what arrives', async () => {
  await insertChanges(new Date(1_700_000_500_000), 6000)
  const begin = performance.now()
  const added = await createBatchImporter(server.db, ada.id)(
    'listenbrainz',
    Array.from({ length: 1000 }, (_, place) => ({
      artist: place === 7 ? 'Moved' : 'Sol',
      title: place === 7 ? 'Moved 7' : `Song ${place}`,
      listenedAt: 1_700_000_000 + place,
      details: { durationMs: 10_800_000 },
    })),
  )
  expect(performance.now() - begin).toBeLessThan(8000)
  // One of them is the same play as a changed one.
  expect(added).toBe(999)
})

test('a listen is looked for among thousands of moved ones without a look at the track of each', async () => {
  const at = 1_700_000_500
  const [first = 0] = await insertChanges(new Date(at * 1000), 20_000)
  const measure = async (seconds: number) => {
    const id = `${seconds * 1_000_000}.${String(first).padStart(10, '0')}`
    const times = await Array.fromAsync({ length: 9 }, async () => {
      const begin = performance.now()
      expect((await server.post('/api/user/delete-listen', { user: 'ada', id }, { as: ada })).status).toBe(404)
      return performance.now() - begin
    })
    return Math.min(...times)
  }
  const without = await measure(at - 1)
  // Their rows in the index are read for each of ten steps: 4 to 8 times as long. With each one's track it was 60 times and more.
  expect((await measure(at)) / without).toBeLessThan(20)
})

test('a file with a corrected artist is compared with the listens of its times, not with the whole history', async () => {
  const [track = 0] = await inTransaction(server.db, (tx) => insertTracks(tx, [{ artist: 'Sol', title: 'Harbour' }]))
  await sql`insert into listens (member_id, listened_at, track_id)
    select ${ada.id}::bigint, to_timestamp(1600000000 + n * 1800), ${track}::bigint from generate_series(1, 60000) as n`.execute(
    server.db,
  )
  await correctArtists(['Old', 'New'])
  const begin = performance.now()
  const added = await createBatchImporter(server.db, ada.id)(
    'listenbrainz',
    Array.from({ length: 5000 }, (_, place) => ({
      artist: 'Old',
      title: `Song ${place % 20}`,
      listenedAt: 1_600_000_900 + place * 18_000,
    })),
  )
  // Less than a second; with the whole history for each, a minute.
  expect(performance.now() - begin).toBeLessThan(8000)
  expect(added).toBe(5000)
})
