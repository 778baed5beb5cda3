import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { Tx } from '#server/db/open.ts'
import { testServer } from '#tests/support/test-server.ts'
import { type Job, runDueJob, runJob, startJobs } from './jobs.ts'

afterEach(() => {
  vi.useRealTimers()
})

const transactionOf = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)
  return rows[0]?.id ?? ''
}

test('a job with more to do runs again at once in a new transaction', async () => {
  const { services } = await testServer()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const transactions: string[] = []
  const all = Promise.withResolvers<void>()
  const run: Job['run'] = async (tx) => {
    transactions.push(await transactionOf(tx))
    if (transactions.length === 4) all.resolve()
    return transactions.length < 4
  }
  const stop = startJobs(services, [{ name: 'count to four', everyMs: 1000, run }])
  vi.advanceTimersByTime(1000)
  await all.promise
  await stop()
  expect(new Set(transactions).size).toBe(4)
})

test('a job runs in one process at a time', async () => {
  const { db, clock } = await testServer()
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = async () => {
    begun.resolve()
    await end.promise
  }
  const job = { name: 'take long', everyMs: 1000, run }
  const first = runJob(db, job, clock.now())
  await begun.promise
  expect(await runJob(db, job, clock.now())).toBe('runs already')
  expect(await runJob(db, { ...job, name: 'another', run: () => Promise.resolve() }, clock.now())).toBe('done')
  end.resolve()
  expect(await first).toBe('done')
})

test('stopping the jobs waits for the running one and starts no other', async () => {
  const { services } = await testServer()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const begun = Promise.withResolvers<void>()
  let runs = 0
  const run = async (tx: Tx) => {
    begun.resolve()
    await transactionOf(tx)
    runs++
    return true
  }
  const stop = startJobs(services, [{ name: 'never done', everyMs: 1000, run }])
  vi.advanceTimersByTime(1000)
  await begun.promise
  await stop()
  const runsWhenStopped = runs
  vi.advanceTimersByTime(10_000)
  expect(runs).toBe(runsWhenStopped)
  expect(runs).toBeGreaterThan(0)
})

test('a finished job is not due in any process before its time', async () => {
  const { db, clock } = await testServer()
  let runs = 0
  const job: Job = { name: 'every hour', everyMs: 3_600_000, run: () => Promise.resolve(runs++) }
  const look = () => runDueJob(db, job, clock.now())
  expect(await look()).toBe('done')
  // Servers that restart every half hour.
  for (const outcome of ['not due', 'done', 'not due', 'done']) {
    clock.advance({ seconds: 1800 })
    expect(await look()).toBe(outcome)
  }
  expect(runs).toBe(3)
})

test('a failed job is rolled back and due at the next check', async () => {
  const { db, clock } = await testServer()
  await sql`create table marks (of text)`.execute(db)
  const mark = (tx: Tx, of: string) => sql`insert into marks values (${of})`.execute(tx)
  const job = (run: Job['run']): Job => ({ name: 'leave a mark', everyMs: 1000, run })
  const [begun, breakOff] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  const first = runDueJob(
    db,
    job(async (tx) => {
      await mark(tx, 'the first')
      begun.resolve()
      await breakOff.promise
    }),
    clock.now(),
  )
  await begun.promise
  const second = job((tx) => mark(tx, 'the second'))
  expect(await runDueJob(db, second, clock.now())).toBe('runs already')
  breakOff.reject(new Error('The server stops.'))
  await expect(first).rejects.toThrow('The server stops.')
  expect(await runDueJob(db, second, clock.now())).toBe('done')
  const { rows } = await sql`select * from marks`.execute(db)
  expect(rows).toEqual([{ of: 'the second' }])
})
