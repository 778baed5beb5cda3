import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { aListen, bearerOf, countsOf, submitListens } from '#tests/support/players.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { IDENTITIES_LOCK } from '../identities/lock.ts'
import { lockListens } from '../listens.ts'
import { countInbox, GROUP_MAX } from './count-inbox.ts'
import { createCounter, MEMBER_MAX } from './counter.ts'
import { keepAll } from './inbox.ts'

const scrobblesOf = (count: number, since = 1_600_000_000) =>
  Array.from({ length: count }, (_, place) => ({
    artist: 'Sol Ferro',
    title: 'Rain',
    listenedAt: since + place * 300,
  }))

const waitingIn = async (server: TestServer) =>
  (await server.db.selectFrom('scrobble_inbox').select('id').where('error', 'is', null).execute()).length

/** Keeps everybody from counting, as whoever joins two artists does; the answer lets them. */
async function stopCounting(server: TestServer): Promise<() => Promise<void>> {
  const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = server.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(IDENTITIES_LOCK)})`.execute(tx)
    held.resolve()
    await end.promise
  })
  await held.promise
  return () => {
    end.resolve()
    return holding
  }
}

test('what is accepted is counted a moment later, without anybody asking', async () => {
  const server = await testServer()
  const ada = await bearerOf(server, 'ada')
  const answer = await submitListens(server, ada.token, { listen_type: 'single', payload: [aListen(1_600_000_000)] })
  expect(answer.status).toBe(200)
  await expect.poll(() => waitingIn(server)).toBe(0)
  const listens = await server.db
    .selectFrom('listens')
    .select('track_id')
    .where('member_id', '=', ada.memberId)
    .execute()
  expect(listens).toHaveLength(1)
})

test('when counting is slower than what comes in, what comes next waits, and is refused after a while', async () => {
  const server = await testServer()
  const ada = await bearerOf(server, 'ada')
  const counter = createCounter(server.services, { max: 100, patienceMs: 300 })
  const take = async (count: number, since: number) => {
    await counter.makeRoom(ada.memberId, count)
    await keepAll(server.db, [{ bearer: ada, scrobbles: scrobblesOf(count, since) }])
    counter.wake()
  }
  const goOn = await stopCounting(server)
  await take(60, 1_600_000_000)
  await take(60, 1_610_000_000)
  await expect(take(1, 1_620_000_000)).rejects.toMatchObject({ status: 503 })
  expect(await waitingIn(server)).toBe(120)
  let isTaken = false
  const patient = createCounter(server.services, { max: 100 })
  const stop = patient.start()
  onTestFinished(stop)
  // A process that has just started knows how much waits when it has looked.
  await expect.poll(() => patient.waiting()).toBe(120)
  const taking = patient.makeRoom(ada.memberId, 1).then(() => {
    isTaken = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isTaken).toBe(false)
  await goOn()
  await taking
  expect(await countsOf(server, ada.memberId)).toMatchObject({ listens: 120 })
})

test('while an import is busy so much of the member waits, and then their player does, and nobody else', async () => {
  const server = await testServer()
  const [ada, bo] = [await bearerOf(server, 'ada'), await bearerOf(server, 'bo')]
  const counter = createCounter(server.services, { max: MEMBER_MAX })
  onTestFinished(counter.start())
  await server.db.transaction().execute(async (tx) => {
    await lockListens(tx, ada.memberId)
    await counter.makeRoom(ada.memberId, MEMBER_MAX)
    await keepAll(server.db, [{ bearer: ada, scrobbles: scrobblesOf(MEMBER_MAX) }])
    counter.wake()
    // After a whole group it rests, as more may be coming.
    await expect.poll(() => counter.leftOf(ada.memberId), { timeout: 5_000 }).toBe(MEMBER_MAX)
    // They are no reason for others to wait: what is left for a lock takes no room.
    await expect.poll(() => counter.waiting()).toBe(0)
    await counter.makeRoom(bo.memberId, 1)
    await keepAll(server.db, [{ bearer: bo, scrobbles: scrobblesOf(1) }])
    counter.wake()
    // After so many it waits for more.
    await expect.poll(() => waitingIn(server), { timeout: 5_000 }).toBe(MEMBER_MAX)
    await expect(counter.makeRoom(ada.memberId, 1)).rejects.toMatchObject({ status: 503 })
  })
  await counter.makeRoom(ada.memberId, 1)
  expect(await countsOf(server, ada.memberId)).toMatchObject({ listens: MEMBER_MAX })
  expect(await countsOf(server, bo.memberId)).toMatchObject({ listens: 1 })
}, 60_000)

test('one that cannot be counted is set aside, told of, and tried again by the next server; the others are counted', async () => {
  const server = await testServer()
  const [ada, bo] = [await bearerOf(server, 'ada'), await bearerOf(server, 'bo')]
  // Something that breaks the statement for one listen alone.
  await sql`create function break_it() returns trigger language plpgsql as $$ begin
    if new.listened_at = to_timestamp(1600003000) then raise exception 'not this one'; end if; return new; end $$`.execute(
    server.db,
  )
  await sql`create trigger break_it before insert on listens for each row execute function break_it()`.execute(
    server.db,
  )
  await keepAll(server.db, [
    { bearer: ada, scrobbles: scrobblesOf(40) },
    { bearer: bo, scrobbles: scrobblesOf(7) },
  ])
  await countInbox(server.services)
  const aside = () => server.db.selectFrom('scrobble_inbox').select(['member_id', 'error']).orderBy('id').execute()
  // Both have one at that moment; nobody's other listens are kept back by it.
  const error = 'error P0001: not this one'
  expect(await aside()).toEqual([{ member_id: ada.memberId, error }])
  expect(server.lines.filter((line) => line.includes('set aside'))).toHaveLength(1)
  expect(server.lines.join('\n')).not.toContain('not this one')
  expect(await countsOf(server, ada.memberId)).toEqual({ listens: 39, byDay: 39, byArtist: 39 })
  expect(await countsOf(server, bo.memberId)).toEqual({ listens: 7, byDay: 7, byArtist: 7 })
  // Nobody tries again and again.
  await countInbox(server.services)
  expect(server.lines.filter((line) => line.includes('set aside'))).toHaveLength(1)
  await sql`drop trigger break_it on listens`.execute(server.db)
  onTestFinished(createCounter(server.services).start())
  await expect.poll(aside).toEqual([])
  expect((await countsOf(server, ada.memberId)).listens).toBe(40)
})

test('one that stays although it was counted is told of and set aside, and the others are counted', async () => {
  const server = await testServer()
  const bo = await bearerOf(server, 'bo')
  await keepAll(server.db, [{ bearer: bo, scrobbles: scrobblesOf(GROUP_MAX + 50) }])
  const [{ id } = { id: 0 }] = await server.db.selectFrom('scrobble_inbox').select('id').orderBy('id').execute()
  await sql`create function keep_it() returns trigger language plpgsql as 'begin return null; end'`.execute(server.db)
  await sql`create trigger keeps before delete on scrobble_inbox for each row when (old.id = ${sql.lit(id)})
    execute function keep_it()`.execute(server.db)
  await sql`update scrobble_inbox set received_at = now() - interval '50 s'`.execute(server.db)
  await countInbox(server.services, { found: () => {}, counted: () => {}, rest: async () => false })
  expect(server.lines.filter((it) => it.includes('set aside'))).toEqual([])
  await sql`update scrobble_inbox set received_at = now() - interval '61 s'`.execute(server.db)
  await keepAll(server.db, [{ bearer: bo, scrobbles: scrobblesOf(GROUP_MAX, 1_500_000_000) }])
  await countInbox(server.services)
  const there = await server.db.selectFrom('scrobble_inbox').select(['id', 'error']).execute()
  expect(there).toEqual([{ id, error: 'It is still there after it was counted.' }])
  expect(server.lines.filter((it) => it.includes('set aside') && it.includes(`id=${id}`))).toHaveLength(1)
  expect(await countsOf(server, bo.memberId)).toMatchObject({ listens: 2 * GROUP_MAX + 50 })
})

test('a database that cannot count at the moment sets nothing aside', async () => {
  const server = await testServer()
  const ada = await bearerOf(server, 'ada')
  await keepAll(server.db, [{ bearer: ada, scrobbles: scrobblesOf(3) }])
  await sql`alter table plays_daily rename to away`.execute(server.db)
  await expect(countInbox(server.services)).rejects.toMatchObject({ code: '42P01' })
  expect(await waitingIn(server)).toBe(3)
  await sql`alter table away rename to plays_daily`.execute(server.db)
  expect((await countsOf(server, ada.memberId)).listens).toBe(3)
})

test('a group at a time is counted, as long as whoever watches wants it', async () => {
  const server = await testServer()
  const ada = await bearerOf(server, 'ada')
  await keepAll(server.db, [{ bearer: ada, scrobbles: scrobblesOf(2 * GROUP_MAX) }])
  const found: number[] = []
  const counted: number[] = []
  const watch = { found: (it: number) => found.push(it), counted: (it: number) => counted.push(it) }
  await countInbox(server.services, { ...watch, rest: async () => false })
  expect([found, counted, await waitingIn(server)]).toEqual([[2 * GROUP_MAX], [GROUP_MAX], GROUP_MAX])
  await countInbox(server.services, { ...watch, rest: async () => true })
  expect(await waitingIn(server)).toBe(0)
  expect(await countsOf(server, ada.memberId)).toMatchObject({ listens: 2 * GROUP_MAX })
})

test('whom another one had locked is counted soon after, however much comes in meanwhile', async () => {
  const server = await testServer()
  const [ada, bo] = [await bearerOf(server, 'ada'), await bearerOf(server, 'bo')]
  const keepOf = (it: typeof ada, count: number, since: number) =>
    keepAll(server.db, [{ bearer: it, scrobbles: scrobblesOf(count, since) }])
  await keepOf(ada, 1, 1_600_000_000)
  await keepOf(bo, GROUP_MAX, 1_500_000_000)
  const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locking = server.db.transaction().execute(async (tx) => {
    await lockListens(tx, ada.memberId)
    locked.resolve()
    await end.promise
  })
  await locked.promise
  let groups = 0
  const watch = {
    found: () => {},
    counted: () => {},
    // As much comes in as is counted, until the import is over for some time.
    rest: async () => {
      groups += 1
      if (groups === 1) end.resolve()
      return groups < 13
    },
  }
  for (let more = 1; more <= 13; more++) await keepOf(bo, GROUP_MAX, 1_000_000_000 + more * GROUP_MAX * 300)
  expect(await countInbox(server.services, watch)).toEqual(new Set())
  await locking
  const left = await server.db.selectFrom('scrobble_inbox').select('id').where('member_id', '=', ada.memberId).execute()
  expect(left).toEqual([])
}, 60_000)

test('one by one or in lists, only what a token is still there for is kept', async () => {
  const server = await testServer()
  const [ada, bo] = [await bearerOf(server, 'ada'), await bearerOf(server, 'bo')]
  await server.db.deleteFrom('scrobble_tokens').where('id', '=', bo.tokenId).execute()
  const group = [bo, ada].map((bearer) => ({ bearer, scrobbles: scrobblesOf(1) }))
  expect(await keepAll(server.db, group)).toEqual([false, true])
  expect(await keepAll(server.db, [...group, ...group])).toEqual([false, true, false, true])
  const kept = await server.db.selectFrom('scrobble_inbox').select(['member_id', 'artist_key', 'title']).execute()
  const one = { member_id: ada.memberId, artist_key: 'sol ferro', title: 'Rain' }
  expect(kept).toEqual([one, one, one])
})
