import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { lockListens } from '#server/listening/catalogue/lock.ts'
import { aListen, bearerOf, countsOf, submitListens } from '#tests/support/players.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { createAcceptScrobbles } from './accept-scrobbles.ts'
import { aggregateInbox, BATCH_MAX } from './aggregate-inbox.ts'
import { BACKLOG_MAX, createAggregator } from './aggregator.ts'
import { insertScrobbles } from './inbox.ts'

type TestBearer = Awaited<ReturnType<typeof bearerOf>>

const scrobblesFrom = (since: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    artist: 'Sol Ferro',
    title: 'Rain',
    listenedAt: since + place * 300,
  }))

const insert = async (server: TestServer, bearer: TestBearer, count: number, since = 1_600_000_000) =>
  expect(await insertScrobbles(server.db, [{ bearer, scrobbles: scrobblesFrom(since, count) }])).toEqual([true])

const countPending = async (server: TestServer) =>
  (await server.db.selectFrom('scrobble_inbox').select('id').where('error', 'is', null).execute()).length

/** Locks a member's listens, as an import does. Resolves to a function that unlocks them. */
async function lockListensOf(server: TestServer, memberId: number): Promise<() => Promise<void>> {
  const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = server.db.transaction().execute(async (tx) => {
    await lockListens(tx, memberId)
    locked.resolve()
    await end.promise
  })
  await locked.promise
  return () => {
    end.resolve()
    return holding
  }
}

test('an accepted scrobble is aggregated soon, without a read', async () => {
  const server = await testServer()
  const ada = await bearerOf(server, 'ada')
  const response = await submitListens(server, ada.token, { listen_type: 'single', payload: [aListen(1_600_000_000)] })
  expect(response.status).toBe(200)
  await expect.poll(() => countPending(server)).toBe(0)
  expect(await server.db.selectFrom('listens').select('track_id').execute()).toHaveLength(1)
})

test('a started server aggregates what a killed process has accepted', async () => {
  const server = await testServer()
  const ada = await bearerOf(server, 'ada')
  await insert(server, ada, 2 * BATCH_MAX + 7)
  onTestFinished(createAggregator(server.services).start())
  await expect.poll(() => countPending(server)).toBe(0)
  expect(await countsOf(server, ada.memberId)).toMatchObject({ listens: 2 * BATCH_MAX + 7 })
})

test('scrobbles are refused with Retry-After while the inbox is full', async () => {
  const server = await testServer()
  const ada = await bearerOf(server, 'ada')
  const aggregator = createAggregator(server.services, 100)
  const accept = createAcceptScrobbles(server.services, aggregator)
  await insert(server, ada, 99)
  await aggregator.measure()
  await accept(ada, scrobblesFrom(1_610_000_000, 1))
  await aggregator.measure()
  expect(aggregator.isInboxFull()).toBe(true)
  await expect(accept(ada, scrobblesFrom(1_620_000_000, 1))).rejects.toMatchObject({
    status: 503,
    headers: { 'Retry-After': '10' },
  })
  expect(await countsOf(server, ada.memberId)).toMatchObject({ listens: 100 })
  await aggregator.measure()
  await accept(ada, scrobblesFrom(1_620_000_000, 1))
  expect(await countsOf(server, ada.memberId)).toMatchObject({ listens: 101 })
})

test('a member with a full backlog is refused while an import is running, and other members are not', async () => {
  const server = await testServer()
  const [ada, bo] = [await bearerOf(server, 'ada'), await bearerOf(server, 'bo')]
  const aggregator = createAggregator(server.services)
  const accept = createAcceptScrobbles(server.services, aggregator)
  const unlock = await lockListensOf(server, ada.memberId)
  onTestFinished(unlock)
  await insert(server, ada, BACKLOG_MAX - 1)
  await aggregator.measure()
  await accept(ada, scrobblesFrom(1_500_000_000, 1))
  await aggregator.measure()
  await expect(accept(ada, scrobblesFrom(1_400_000_000, 1))).rejects.toMatchObject({ status: 503 })
  await accept(bo, scrobblesFrom(1_400_000_000, 1))
  await expect.poll(() => countPending(server)).toBe(BACKLOG_MAX)
  await unlock()
  // A full backlog that can be aggregated does not cause a rejection.
  await accept(ada, scrobblesFrom(1_400_000_000, 1))
  expect(await countsOf(server, ada.memberId)).toMatchObject({ listens: BACKLOG_MAX + 1 })
  expect(await countsOf(server, bo.memberId)).toMatchObject({ listens: 1 })
}, 60_000)

test('a scrobble that cannot be aggregated is set aside and tried again by the next server', async () => {
  const server = await testServer()
  const [ada, bo] = [await bearerOf(server, 'ada'), await bearerOf(server, 'bo')]
  await sql`create function reject_one() returns trigger language plpgsql as $$ begin
    if new.listened_at = to_timestamp(1600003000) then raise exception 'not this one'; end if; return new; end $$`.execute(
    server.db,
  )
  await sql`create trigger reject_one before insert on listens for each row execute function reject_one()`.execute(
    server.db,
  )
  await insert(server, ada, 40)
  await insert(server, bo, 7)
  await aggregateInbox(server.services)
  const listSetAside = () =>
    server.db.selectFrom('scrobble_inbox').select(['member_id', 'error']).orderBy('id').execute()
  expect(await listSetAside()).toEqual([{ member_id: ada.memberId, error: 'error P0001: not this one' }])
  expect(server.lines.filter((line) => line.includes('set aside'))).toHaveLength(1)
  expect(server.lines.join('\n')).not.toContain('not this one')
  expect(await countsOf(server, ada.memberId)).toEqual({ listens: 39, byDay: 39, byArtist: 39 })
  expect(await countsOf(server, bo.memberId)).toEqual({ listens: 7, byDay: 7, byArtist: 7 })
  await aggregateInbox(server.services)
  expect(server.lines.filter((line) => line.includes('set aside'))).toHaveLength(1)
  await sql`drop trigger reject_one on listens`.execute(server.db)
  onTestFinished(createAggregator(server.services).start())
  await expect.poll(listSetAside).toEqual([])
  expect((await countsOf(server, ada.memberId)).listens).toBe(40)
})

test('a scrobble that cannot be deleted from the inbox is set aside and not counted', async () => {
  const server = await testServer()
  const bo = await bearerOf(server, 'bo')
  await insert(server, bo, 50)
  const { id } = await server.db.selectFrom('scrobble_inbox').select('id').orderBy('id').executeTakeFirstOrThrow()
  await sql`create function retain() returns trigger language plpgsql as 'begin return null; end'`.execute(server.db)
  await sql`create trigger retain before delete on scrobble_inbox for each row when (old.id = ${sql.lit(id)})
    execute function retain()`.execute(server.db)
  await aggregateInbox(server.services)
  const rows = await server.db.selectFrom('scrobble_inbox').select(['id', 'error']).execute()
  expect(rows).toEqual([{ id, error: 'NotDeleted: A scrobble was not deleted.' }])
  expect(await countsOf(server, bo.memberId)).toMatchObject({ listens: 49 })
})

test('a failing database sets no scrobble aside', async () => {
  const server = await testServer()
  const ada = await bearerOf(server, 'ada')
  await insert(server, ada, 3)
  await sql`alter table plays_daily rename to renamed`.execute(server.db)
  await expect(aggregateInbox(server.services)).rejects.toMatchObject({ code: '42P01' })
  expect(await countPending(server)).toBe(3)
  await sql`alter table renamed rename to plays_daily`.execute(server.db)
  expect((await countsOf(server, ada.memberId)).listens).toBe(3)
})

test('two processes that aggregate at the same time count every scrobble once', async () => {
  const server = await testServer()
  const members = await Promise.all(['ada', 'bo', 'cy'].map((name) => bearerOf(server, name)))
  for (const member of members) await insert(server, member, BATCH_MAX)
  const processes = [0, 1].map(() => createAggregator(server.services).start())
  await expect.poll(() => countPending(server)).toBe(0)
  for (const stop of processes) await stop()
  for (const { memberId } of members)
    expect(await countsOf(server, memberId)).toEqual({ listens: BATCH_MAX, byDay: BATCH_MAX, byArtist: BATCH_MAX })
}, 60_000)

test('an aborted run stops after the current batch', async () => {
  const server = await testServer()
  const ada = await bearerOf(server, 'ada')
  await insert(server, ada, 2 * BATCH_MAX)
  await aggregateInbox(server.services, AbortSignal.abort())
  expect(await countPending(server)).toBe(BATCH_MAX)
})

test('a request whose token was revoked inserts nothing', async () => {
  const server = await testServer()
  const bo = await bearerOf(server, 'bo')
  await server.db.deleteFrom('scrobble_tokens').where('id', '=', bo.tokenId).execute()
  expect(await insertScrobbles(server.db, [{ bearer: bo, scrobbles: scrobblesFrom(1_600_000_000, 3) }])).toEqual([
    false,
  ])
  expect(await countPending(server)).toBe(0)
})
