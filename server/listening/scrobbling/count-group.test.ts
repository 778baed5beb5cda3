import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { countWaitingForLocks } from '#tests/support/database.ts'
import { bearerOf, countsOf } from '#tests/support/players.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { lockListens } from '../listens.ts'
import { countGroup } from './count-group.ts'
import { countInbox } from './count-inbox.ts'
import { findWaiting, keepAll, listWaitingOf } from './inbox.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})

const rain = (listenedAt: number, title = 'Rain') => ({ artist: 'Sol Ferro', title, listenedAt })
const none = { listens: 0, byDay: 0, byArtist: 0 }
const one = { listens: 1, byDay: 1, byArtist: 1 }
const PATIENT = { patienceMs: 5000 }

const allIds = async () => {
  const rows = await server.db.selectFrom('scrobble_inbox').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

test('of one group everybody is counted whose listens nobody else has locked', async () => {
  const [ada, bo, cy] = await Promise.all([bearerOf(server, 'ada'), bearerOf(server, 'bo'), bearerOf(server, 'cy')])
  const at = 1_610_000_000
  await server.db.deleteFrom('scrobble_tokens').where('member_id', '=', bo.memberId).execute()
  const group = [
    { bearer: ada, scrobbles: [rain(at)] },
    { bearer: bo, scrobbles: [rain(at)] },
    { bearer: cy, scrobbles: [rain(at), rain(at)] },
    { bearer: ada, scrobbles: [rain(at)] },
  ]
  expect(await keepAll(server.db, group)).toEqual([true, false, true, true])
  const ids = await allIds()
  expect(ids).toHaveLength(4)
  await server.db.transaction().execute(async (tx) => {
    await lockListens(tx, cy.memberId)
    const first = await countGroup(server.db, ids, PATIENT)
    expect(first).toEqual({ members: [cy.memberId], ofUnknownTracks: [ids[0], ids[3]] })
    const second = await countGroup(server.db, ids, { ...PATIENT, isMaking: true })
    expect(second).toEqual({ members: [cy.memberId], ofUnknownTracks: [] })
  })
  expect(await listWaitingOf(server.db, cy.memberId)).toHaveLength(2)
  expect(await listWaitingOf(server.db, ada.memberId)).toEqual([])
  // A group that was counted is not counted again.
  await countGroup(server.db, ids, { ...PATIENT, isMaking: true })
  await countGroup(server.db, ids, PATIENT)
  for (const { memberId } of [ada, cy]) expect(await countsOf(server, memberId)).toEqual(one)
  expect(await countsOf(server, bo.memberId)).toEqual(none)
  expect(await allIds()).toEqual([])
})

test('everything is counted whatever the planner believes of the inbox', async () => {
  const jo = await bearerOf(server, 'jo')
  await keepAll(server.db, [{ bearer: jo, scrobbles: [rain(1_610_200_000)] }])
  // As autovacuum does: from now on a single scrobble is expected, so that the statement's parts are joined in another order.
  await sql`analyze scrobble_inbox`.execute(server.db)
  await countInbox(server.services)
  expect(await countsOf(server, jo.memberId)).toEqual(one)
})

test('the first that wait are found by their key, though nothing is known of the inbox', async () => {
  const server = await testServer()
  // As it is on a server whose inbox was empty each time autovacuum looked.
  await sql`alter table scrobble_inbox set (autovacuum_enabled = false)`.execute(server.db)
  await sql`insert into scrobble_inbox (member_id, listened_at, artist, artist_key, title, title_key)
    select 1, now(), 'Sol Ferro', 'sol ferro', 'Rain', 'rain' from generate_series(1, 20000)`.execute(server.db)
  const before = await rowsRead(server)
  const { ids } = await findWaiting(server.db, [], 1000)
  const after = await rowsRead(server)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([1000, 1, 1000])
  expect(after.inOrder).toBe(before.inOrder)
  expect(after.byKey).toBeGreaterThanOrEqual(before.byKey + 1000)
})

/** Rows of the inbox that were read by going through all of it, and by an index. */
async function rowsRead({ db }: TestServer) {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ inOrder: number; byKey: number }>`select seq_tup_read as "inOrder",
    idx_tup_fetch as "byKey" from pg_stat_user_tables where relname = 'scrobble_inbox'`.execute(db)
  return rows[0] ?? { inOrder: Number.NaN, byKey: Number.NaN }
}

test('two that count the same group at once count it once', async () => {
  const dee = await bearerOf(server, 'dee')
  const scrobbles = Array.from({ length: 200 }, (_, place) => rain(1_610_500_000 + place * 300, `Track ${place % 9}`))
  await keepAll(server.db, [{ bearer: dee, scrobbles }])
  const ids = await listWaitingOf(server.db, dee.memberId)
  const waiting = { ...PATIENT, waitFor: dee.memberId, isMaking: true }
  await Promise.all(Array.from({ length: 4 }, () => countGroup(server.db, ids, waiting)))
  expect(await countsOf(server, dee.memberId)).toEqual({ listens: 200, byDay: 200, byArtist: 200 })
})

test('tracks that several name for the first time are made once, as the first one writes them', async () => {
  const [eve, fay] = await Promise.all([bearerOf(server, 'eve'), bearerOf(server, 'fay')])
  const names = ['Brand "new" \\ {track}', 'brand  "NEW" \\ {Track} ', "it's, NULL"]
  const group = [eve, fay].map((bearer) => ({
    bearer,
    scrobbles: names.map((title, place) => ({ artist: 'Nine  Rooms', title, listenedAt: 1_611_000_000 + place * 500 })),
  }))
  expect(await keepAll(server.db, group)).toEqual([true, true])
  await countInbox(server.services)
  const { rows } = await sql`select artists.name, title, sum(track_plays.plays)::integer as plays from track_plays
    join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
    where artists.name_key = 'nine rooms' group by 1, 2 order by 2`.execute(server.db)
  expect(rows).toEqual([
    { name: 'Nine  Rooms', title: 'Brand "new" \\ {track}', plays: 4 },
    { name: 'Nine  Rooms', title: "it's, NULL", plays: 2 },
  ])
})

test('what was counted while it waited for the lock is seen by whoever waited', async () => {
  const gil = await bearerOf(server, 'gil')
  await keepAll(server.db, [{ bearer: gil, scrobbles: [rain(1_612_000_000)] }])
  const ids = await listWaitingOf(server.db, gil.memberId)
  let waiting: ReturnType<typeof countGroup> | undefined
  await server.db.transaction().execute(async (tx) => {
    await lockListens(tx, gil.memberId)
    waiting = countGroup(server.db, ids, { ...PATIENT, waitFor: gil.memberId })
    await expect.poll(() => countWaitingForLocks(tx)).toBe(1)
    // As a file tells it, forty seconds off; and from now on the member is on no board.
    const { rows } = await sql<{ id: number }>`select id from tracks where title = 'Rain'`.execute(tx)
    await sql`insert into listens values (${gil.memberId}, to_timestamp(1612000040), ${rows[0]?.id}, 1)`.execute(tx)
    await sql`insert into listen_sources values (${gil.memberId}, 1, 1, now())`.execute(tx)
    await sql`insert into unranked_members (member_id) values (${gil.memberId})`.execute(tx)
  })
  expect(await waiting).toEqual({ members: [], ofUnknownTracks: [] })
  expect((await countsOf(server, gil.memberId)).listens).toBe(1)
  await keepAll(server.db, [{ bearer: gil, scrobbles: [rain(1_612_000_200)] }])
  await countInbox(server.services)
  const { rows } = await sql`select from artist_plays_changes where member_id = ${gil.memberId}`.execute(server.db)
  expect(rows).toEqual([])
  expect((await countsOf(server, gil.memberId)).listens).toBe(2)
})

test('of whoever deletes the account meanwhile nothing is kept or counted', async () => {
  const hal = await bearerOf(server, 'hal')
  await keepAll(server.db, [{ bearer: hal, scrobbles: [rain(1_613_000_000)] }])
  await sql`delete from members where id = ${hal.memberId}`.execute(server.db)
  expect(await keepAll(server.db, [{ bearer: hal, scrobbles: [rain(1_613_000_000)] }])).toEqual([false])
  expect(await allIds()).toHaveLength(1)
  expect(await countsOf(server, hal.memberId)).toEqual(none)
  expect(await allIds()).toEqual([])
})
