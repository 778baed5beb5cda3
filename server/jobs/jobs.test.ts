import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { Tx } from '#server/db/open.ts'
import { testServer } from '#tests/support/test-server.ts'
import { type Job, runJob, startJobs } from './jobs.ts'

afterEach(() => {
  vi.useRealTimers()
})

const transactionOf = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)
  return rows[0]?.id ?? ''
}

test('a job that has more to do is run again at once, each time in a transaction of its own', async () => {
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

test('a job runs once at a time, whoever starts it', async () => {
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

test('a server that stops waits for the job that runs, and starts none anew', async () => {
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
