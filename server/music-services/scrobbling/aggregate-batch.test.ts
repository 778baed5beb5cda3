import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { lockListens } from '#server/listening/catalogue/lock.ts'
import { countWaitingForLocks } from '#tests/support/database.ts'
import { bearerOf, countsOf } from '#tests/support/players.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { aggregateBatch } from './aggregate-batch.ts'
import { aggregateInbox } from './aggregate-inbox.ts'
import { insertScrobbles, listPending, listPendingScrobbles, type Submission } from './inbox.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})

type TestBearer = Awaited<ReturnType<typeof bearerOf>>

const rain = (listenedAt: number, title = 'Rain') => ({ artist: 'Sol Ferro', title, listenedAt })
const none = { listens: 0, byDay: 0, byArtist: 0 }
const one = { listens: 1, byDay: 1, byArtist: 1 }
const options = { lockTimeoutMs: 5000 }

const insert = async (bearer: TestBearer, scrobbles: Submission['scrobbles']) =>
  (await insertScrobbles(server.db, [{ bearer, scrobbles }]))[0]

const allPending = () => listPending(server.db, [], 1000)

test('a batch skips members whose listens another transaction has locked', async () => {
  const [ada, cy] = await Promise.all([bearerOf(server, 'ada'), bearerOf(server, 'cy')])
  const at = 1_610_000_000
  for (const [bearer, scrobbles] of [
    [ada, [rain(at)]],
    [cy, [rain(at), rain(at)]],
    [ada, [rain(at)]],
  ] as const)
    expect(await insert(bearer, scrobbles)).toBe(true)
  const batch = await allPending()
  expect(batch).toHaveLength(4)
  await server.db.transaction().execute(async (tx) => {
    await lockListens(tx, cy.memberId)
    expect(await aggregateBatch(server.db, batch, options)).toEqual({ aggregated: 2, skipped: [cy.memberId] })
  })
  expect(await listPendingScrobbles(server.db, cy.memberId)).toHaveLength(2)
  expect(await listPendingScrobbles(server.db, ada.memberId)).toEqual([])
  expect(await aggregateBatch(server.db, batch, options)).toEqual({ aggregated: 2, skipped: [] })
  expect(await aggregateBatch(server.db, batch, options)).toEqual({ aggregated: 0, skipped: [] })
  for (const { memberId } of [ada, cy]) expect(await countsOf(server, memberId)).toEqual(one)
  expect(await allPending()).toEqual([])
})

test('a batch is aggregated after the statistics say that the inbox has one row', async () => {
  const jo = await bearerOf(server, 'jo')
  await insert(jo, [rain(1_610_200_000)])
  await sql`analyze scrobble_inbox`.execute(server.db)
  await aggregateInbox(server.services)
  expect(await countsOf(server, jo.memberId)).toEqual(one)
})

test('pending scrobbles are listed by an index when there are no statistics of the inbox', async () => {
  const server = await testServer()
  await sql`alter table scrobble_inbox set (autovacuum_enabled = false)`.execute(server.db)
  await sql`insert into scrobble_inbox (member_id, listened_at, artist, title)
    select 1, now(), 'Sol Ferro', 'Rain' from generate_series(1, 20000)`.execute(server.db)
  const before = await countReadRows(server)
  const pending = await listPending(server.db, [], 1000)
  const after = await countReadRows(server)
  expect([pending.length, pending[0]?.id, pending.at(-1)?.id]).toEqual([1000, 1, 1000])
  expect(after.bySequentialScan).toBe(before.bySequentialScan)
  expect(after.byIndex).toBeGreaterThanOrEqual(before.byIndex + 1000)
})

async function countReadRows({ db }: TestServer) {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ bySequentialScan: number; byIndex: number }>`select
    seq_tup_read as "bySequentialScan", idx_tup_fetch as "byIndex"
    from pg_stat_user_tables where relname = 'scrobble_inbox'`.execute(db)
  return rows[0] ?? { bySequentialScan: Number.NaN, byIndex: Number.NaN }
}

test('four transactions that aggregate the same batch count it once', async () => {
  const dee = await bearerOf(server, 'dee')
  await insert(
    dee,
    Array.from({ length: 200 }, (_, place) => rain(1_610_500_000 + place * 300, `Track ${place % 9}`)),
  )
  const batch = await listPendingScrobbles(server.db, dee.memberId)
  const waiting = { ...options, waitFor: dee.memberId }
  const results = await Promise.all(Array.from({ length: 4 }, () => aggregateBatch(server.db, batch, waiting)))
  expect(results.map((result) => result.aggregated).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 200])
  expect(await countsOf(server, dee.memberId)).toEqual({ listens: 200, byDay: 200, byArtist: 200 })
})

test('new tracks of several members are inserted once, in the first spelling', async () => {
  const names = ['Brand "new" \\ {track}', 'brand  "NEW" \\ {Track} ', "it's, NULL"]
  for (const bearer of await Promise.all([bearerOf(server, 'eve'), bearerOf(server, 'fay')])) {
    const scrobbles = names.map((title, place) => ({
      artist: 'Nine  Rooms',
      title,
      listenedAt: 1_611_000_000 + place * 500,
    }))
    expect(await insert(bearer, scrobbles)).toBe(true)
  }
  await aggregateInbox(server.services)
  const { rows } = await sql`select artists.name, title, sum(track_plays.plays)::integer as plays from track_plays
    join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
    where artists.name_key = 'nine rooms' group by 1, 2 order by 2`.execute(server.db)
  expect(rows).toEqual([
    { name: 'Nine Rooms', title: 'Brand "new" \\ {track}', plays: 4 },
    { name: 'Nine Rooms', title: "it's, NULL", plays: 2 },
  ])
})

test('a batch that waited for a lock sees what the lock holder committed', async () => {
  const gil = await bearerOf(server, 'gil')
  await insert(gil, [rain(1_612_000_000)])
  const batch = await listPendingScrobbles(server.db, gil.memberId)
  let waiting: ReturnType<typeof aggregateBatch> | undefined
  await server.db.transaction().execute(async (tx) => {
    await lockListens(tx, gil.memberId)
    waiting = aggregateBatch(server.db, batch, { ...options, waitFor: gil.memberId })
    await expect.poll(() => countWaitingForLocks(tx)).toBe(1)
    // The same play from a file, forty seconds later; the member is unranked from now on.
    const { rows } = await sql<{ id: number }>`select id from tracks where title = 'Rain'`.execute(tx)
    await sql`insert into listens values (${gil.memberId}, to_timestamp(1612000040), ${rows[0]?.id}, 1)`.execute(tx)
    await sql`insert into listen_sources values (${gil.memberId}, 1, 1, now())`.execute(tx)
    await sql`insert into unranked_members (member_id) values (${gil.memberId})`.execute(tx)
  })
  expect(await waiting).toEqual({ aggregated: 1, skipped: [] })
  expect((await countsOf(server, gil.memberId)).listens).toBe(1)
  await insert(gil, [rain(1_612_000_200)])
  await aggregateInbox(server.services)
  const { rows } = await sql`select from artist_plays_changes where member_id = ${gil.memberId}`.execute(server.db)
  expect(rows).toEqual([])
  expect((await countsOf(server, gil.memberId)).listens).toBe(2)
})

test('scrobbles of a deleted member are deleted without being counted', async () => {
  const hal = await bearerOf(server, 'hal')
  await insert(hal, [rain(1_613_000_000)])
  await sql`delete from members where id = ${hal.memberId}`.execute(server.db)
  expect(await insert(hal, [rain(1_613_000_000)])).toBe(false)
  expect(await allPending()).toHaveLength(1)
  expect(await countsOf(server, hal.memberId)).toEqual(none)
  expect(await allPending()).toEqual([])
})
