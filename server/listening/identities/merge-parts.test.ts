import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { makeMember } from '#tests/support/members.ts'
import { readMergeable } from '#tests/support/mergeable.ts'
import { NIGHTLY } from '#tests/support/nightly.ts'
import { expectRightCounts } from '#tests/support/recount.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { applyDecision } from './apply-decisions.ts'

/*
 * Artists with more plays than one part of a merge has: three members, and each has every third track
 * of the one artist as a track of the other one, too.
 */

const TRACKS = 60
const PLAYS_EACH = 4500

let server: TestServer
let admin: TestMember
let members: readonly TestMember[]
let begin: number

beforeEach(async () => {
  server = await testServer()
  begin = Math.floor(server.clock.now().getTime() / 1000) - 100_000_000
  admin = await makeMember(server, 'admin')
  await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()
  members = [await makeMember(server, 'ada'), await makeMember(server, 'bo'), await makeMember(server, 'cy')]
  for (const [place, member] of members.entries()) {
    await add(
      member,
      'Nine Roms',
      Array.from({ length: PLAYS_EACH }, (_, play) => play % TRACKS),
      place,
    )
    await add(
      member,
      'Nine Rooms',
      Array.from({ length: 300 }, (_, play) => (play % 20) * 3),
      60_000_000,
    )
  }
  return () => server.close()
})

/** Adds listens of the tracks with these numbers, two hours apart. */
const add = (member: TestMember, artist: string, tracks: readonly number[], start: number) =>
  createBatchImporter(server.db, member.id)(
    'spotify-extended',
    tracks.map((track, play) => ({
      artist,
      title: `Song ${track}`,
      listenedAt: begin + start + play * 7200,
      details: { album: `Album ${track % 6}`, albumArtist: artist, durationMs: 200_000 },
    })),
  )

const post = async (path: string, query: Record<string, string | number>) => {
  const { status } = await server.post(`/api/admin/${path}`, query, { as: admin })
  expect(status).toBe(200)
}
const decideMerge = () => post('merge-music', { kind: 'artist', artist: 'Nine Roms', into_artist: 'Nine Rooms' })
const decideUndo = async () => {
  const { body } = await server.get('/api/admin/music-decisions', { by: 'admins' }, { as: admin })
  await post('undo-music-decision', { id: body.decisions[0].id })
}
const runPart = () => inTransaction(server.db, applyDecision)
const readState = async () => {
  const { rows } = await sql<{ state: string }>`select state from music_decisions`.execute(server.db)
  return rows[0]?.state
}

/** Runs a part whose connection breaks before it commits, as when its process is killed. */
async function runKilledPart(): Promise<void> {
  const killed = inTransaction(server.db, async (tx: Tx) => {
    await applyDecision(tx)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0}::integer)`.execute(server.db)
    await sql`select pg_sleep(5)`.execute(tx)
  })
  await expect(killed).rejects.toThrow(/terminat|ECONNRESET|connection|conn crashed/i)
}

/** Returns the plays of each member and artist. */
async function readPlays() {
  const { rows } = await sql<{ member: string; artist: string; plays: number; tracks: number }>`
    select members.name as member, artists.name as artist, artist_plays.plays, tracks_heard as tracks from artist_plays
    join members on members.id = member_id join artists on artists.id = artist_id order by 1, 2`.execute(server.db)
  return rows
}

const MERGED = ['ada', 'bo', 'cy'].map((member) => ({
  member,
  artist: 'Nine Rooms',
  plays: PLAYS_EACH + 300,
  tracks: TRACKS,
}))

test('a merge and its undo, killed in any part, continue where they were, and counts are right after each part', async () => {
  const before = await readMergeable(server.db)
  await decideMerge()
  let parts = 0
  for (; (await readState()) === 'waiting'; parts++) {
    await runKilledPart()
    await runPart()
    await expectRightCounts(server.db)
    const plays = await readPlays()
    // In every part all plays of a member count once.
    for (const { name } of members)
      expect(plays.reduce((sum, row) => sum + (row.member === name ? row.plays : 0), 0)).toBe(PLAYS_EACH + 300)
  }
  expect([await readState(), parts > 4]).toEqual(['applied', true])
  expect(await readPlays()).toEqual(MERGED)
  await decideUndo()
  for (parts = 0; (await readState()) === 'undoing'; parts++) {
    await runKilledPart()
    await runPart()
    await expectRightCounts(server.db)
  }
  expect(parts).toBeGreaterThan(4)
  expect(await readMergeable(server.db)).toEqual(before)
}, 120_000)

test('listens that arrive between two parts belong to the other artist when the merge is complete', {
  tags: NIGHTLY,
}, async () => {
  const [ada] = members as [TestMember]
  await decideMerge()
  for (let part = 0; (await readState()) === 'waiting'; part++) {
    await runPart()
    // Tracks that were moved, that are left, that have a twin, and that are new.
    await add(ada, 'Nine Roms', [0, 1, 58, 59, 100 + part], 80_000_000 + part * 50_000)
    await expectRightCounts(server.db)
  }
  // The last listens arrived when the merge was complete.
  const arrived = await readPlays()
  expect(arrived.map(({ artist }) => artist)).toEqual(['Nine Rooms', 'Nine Rooms', 'Nine Rooms'])
  const { rows } = await sql<{ plays: number }>`select count(*)::integer as plays from listens
    where member_id = ${ada.id}`.execute(server.db)
  expect(arrived[0]?.plays).toBe(rows[0]?.plays)
  await decideUndo()
  while ((await readState()) === 'undoing') {
    await runPart()
    await add(ada, 'Nine Roms', [0, 1, 59], 90_000_000)
    await expectRightCounts(server.db)
  }
})

test('undoing a merge that is not complete yet restores every row', async () => {
  const before = await readMergeable(server.db)
  await decideMerge()
  for (let part = 0; part < 3; part++) await runPart()
  expect([await readState(), (await readPlays()).length]).toEqual(['waiting', 6])
  await decideUndo()
  expect(await readState()).toBe('undoing')
  await runScheduled(server.db, 'apply-music-decisions', server.clock.now())
  expect(await readMergeable(server.db)).toEqual(before)
}, 120_000)

test('a title that was sent again while its track was moved does not stop an undo', async () => {
  const [ada] = members as [TestMember]
  await decideMerge()
  for (let part = 0; part < 3; part++) await runPart()
  await add(
    ada,
    'Nine Roms',
    Array.from({ length: TRACKS }, (_, track) => track),
    80_000_000,
  )
  await decideUndo()
  await runScheduled(server.db, 'apply-music-decisions', server.clock.now())
  expect(await readState()).toBeUndefined()
  await expectRightCounts(server.db)
  const plays = (await readPlays()).filter(({ member }) => member === 'ada')
  expect(plays.reduce((sum, row) => sum + row.plays, 0)).toBe(PLAYS_EACH + 300 + TRACKS)
}, 120_000)

test('a listen of the merged names is added between any two parts', async () => {
  const [ada] = members as [TestMember]
  await decideMerge()
  const [run, waits, parts] = [{ isDone: false }, [] as number[], [] as number[]]
  const measure = async <T>(into: number[], work: () => Promise<T>) => {
    const start = performance.now()
    const result = await work()
    into.push(performance.now() - start)
    return result
  }
  const adding = (async () => {
    for (let play = 0; !run.isDone; play++)
      await measure(waits, () => add(ada, 'Nine Roms', [play % TRACKS], 80_000_000 + play * 7200))
  })()
  try {
    while (await measure(parts, runPart)) continue
  } finally {
    run.isDone = true
  }
  await adding
  // Relative to the machine: a listen waits for one part, and the merge has many.
  expect(waits.length).toBeGreaterThanOrEqual(parts.length - 1)
  expect(Math.max(...waits)).toBeLessThan(2 * Math.max(...parts) + 1000)
  await expectRightCounts(server.db)
}, 120_000)
