import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
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
