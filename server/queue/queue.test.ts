import { CompiledQuery, sql } from 'kysely'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { mailQueueRef } from '#server/accounts/mail/mail-payload.ts'
import { JOB_TABLE } from '#server/db/job-schema.ts'
import { openDatabase, type Tx } from '#server/db/open.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { createBoss } from './boss.ts'
import { createJobQueue } from './create-job-queue.ts'
import { type AnyQueue, defineQueue, defineScheduledQueue } from './define-queue.ts'
import { listFailedJobs, retryFailedJobs } from './failed-jobs.ts'
import { startQueue } from './start-queue.ts'

/** Longer than on a loaded machine. */
const SOON = { timeout: 20_000 }

const Word = v.object({ word: v.string() })
type Word = v.InferOutput<typeof Word>

/** Returns a queue, and its runs' words. */
function aQueue(
  perform: (word: string) => Promise<unknown> = () => Promise.resolve(),
  settings: Partial<AnyQueue> = {},
) {
  const words: string[] = []
  const queue = defineQueue<Word>({
    ...settings,
    name: 'collect-words',
    payload: Word,
    perform(_services, { payload }) {
      words.push(payload.word)
      return perform(payload.word)
    },
  })
  return { queue, words }
}

/** Starts the queues as another process does: with its own connections. */
async function start(server: TestServer, ...queues: readonly AnyQueue[]) {
  const db = await openDatabase(server.address, { poolSize: 8, onIdleError: () => {} })
  const boss = createBoss(db)
  const started = await startQueue(boss, { ...server.services, db }, queues)
  const stop = async () => {
    await started.stop()
    await db.destroy()
  }
  onTestFinished(stop)
  const { enqueue } = createJobQueue(boss)
  return {
    ...started,
    boss,
    stop,
    add: (queue: AnyQueue, word: string, key?: string) =>
      db.transaction().execute((tx) => enqueue(tx, queue, { word }, key)),
    enqueue,
  }
}

/** Lists all jobs with all their columns: a failure then shows whether they have run, and since when. */
const listJobs = async ({ db }: TestServer) =>
  (await sql<object>`select * from ${sql.raw(JOB_TABLE)} where not starts_with(name, '__')`.execute(db)).rows

const countJobs = async ({ db }: TestServer, state: string) =>
  (await sql`select from ${sql.raw(JOB_TABLE)} where state = ${state} and not starts_with(name, '__')`.execute(db)).rows
    .length

/** Ends the pause before all jobs' retries. Returns its length in seconds. */
async function endPause({ db }: TestServer): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`select extract(epoch from start_after - now())::float8 as seconds
    from ${sql.raw(JOB_TABLE)} where state = 'retry'`.execute(db)
  await sql`update ${sql.raw(JOB_TABLE)} set start_after = now() where state = 'retry'`.execute(db)
  return rows[0]?.seconds
}

test('a job exists if the transaction that added it commits', async () => {
  const server = await testServer()
  const { queue, words } = aQueue()
  const one = await start(server, queue)
  const rolledBack = server.db.transaction().execute(async (tx) => {
    await one.enqueue(tx, queue, { word: 'never' })
    throw new Error('The write failed.')
  })
  await expect(rolledBack).rejects.toThrow('The write failed.')
  expect(await countJobs(server, 'created')).toBe(0)
  await one.add(queue, 'once')
  await one.look()
  await expect.poll(() => words).toEqual(['once'])
})

test('a failing job is retried after growing pauses, then stored as failed and counted', async () => {
  const server = await testServer()
  const { queue, words } = aQueue(() => Promise.reject(new Error('The mail server is away.')), { retries: 2 })
  const one = await start(server, queue)
  await one.add(queue, 'hello')
  const pauses: number[] = []
  for (let run = 1; run <= 3; run++) {
    await one.look()
    // Before the run the job is in the former run's state.
    await expect.poll(() => words.length, SOON).toBe(run)
    await expect.poll(() => countJobs(server, run === 3 ? 'failed' : 'retry'), SOON).toBe(1)
    pauses.push((await endPause(server)) ?? 0)
  }
  expect(words).toEqual(['hello', 'hello', 'hello'])
  expect(pauses[0]).toBeGreaterThan(28)
  expect(pauses[0]).toBeLessThanOrEqual(60)
  expect(pauses[1]).toBeGreaterThan(58)
  expect(pauses[1]).toBeLessThanOrEqual(120)
  const [failed] = await listFailedJobs(server.db, 10)
  expect(failed).toMatchObject({ queue: 'collect-words', runs: 3, reason: 'The mail server is away.' })
  const logged = server.lines.filter((line) => line.includes('The job "collect-words" failed'))
  expect(logged).toHaveLength(3)
  expect(logged[2]).toContain(`id=${failed?.id}`)
  expect(await server.services.metrics.render()).toContain(
    'flipside_job_runs_total{job="collect-words",outcome="failed"} 3',
  )
  expect(await retryFailedJobs(server.db, 'collect-words')).toBe(1)
  expect(await countJobs(server, 'failed')).toBe(0)
  expect(await retryFailedJobs(server.db, 'unknown')).toBe(0)
})

test('all failed jobs of a queue are retried at once', async () => {
  const server = await testServer()
  let isAway = true
  const { queue, words } = aQueue(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()), {
    retries: 0,
  })
  const one = await start(server, queue)
  await one.add(queue, 'first')
  await one.add(queue, 'second')
  await one.look()
  await expect.poll(() => countJobs(server, 'failed'), SOON).toBe(2)
  isAway = false
  expect(await retryFailedJobs(server.db, queue.name)).toBe(2)
  await one.look()
  await expect.poll(() => countJobs(server, 'failed'), SOON).toBe(0)
  await expect.poll(() => words.toSorted(), SOON).toEqual(['first', 'first', 'second', 'second'])
  expect(await retryFailedJobs(server.db, queue.name)).toBe(0)
})

test('of the failed jobs in a scheduled queue the latest is retried, and none beside one that waits', async () => {
  const server = await testServer()
  const boss = createBoss(server.db)
  const name = 'update-similar-taste'
  const failJob = async () => {
    const id = await boss.send(name, null)
    await sql`update ${sql.raw(JOB_TABLE)} set state = 'failed', completed_on = clock_timestamp()
      where id = ${id}`.execute(server.db)
    return id
  }
  await failJob()
  const latest = await failJob()
  expect(await retryFailedJobs(server.db, name)).toBe(2)
  const retried = [expect.objectContaining({ id: latest, state: 'retry' })]
  expect(await listJobs(server)).toEqual(retried)
  await failJob()
  expect(await retryFailedJobs(server.db, name)).toBe(1)
  expect(await listJobs(server)).toEqual(retried)
})

test('of one key one job waits', async () => {
  const server = await testServer()
  const { queue, words } = aQueue()
  const one = await start(server, queue)
  await one.add(queue, 'first', 'a')
  await one.add(queue, 'second', 'a')
  await one.add(queue, 'other', 'b')
  await one.add(queue, 'without')
  await one.look()
  await expect.poll(() => words.toSorted(), SOON).toEqual(['first', 'other', 'without'])
  await expect.poll(() => countJobs(server, 'active'), SOON).toBe(0)
  await one.add(queue, 'again', 'a')
  expect(await listJobs(server)).toEqual([expect.objectContaining({ state: 'created', data: { word: 'again' } })])
})

test('two processes run each job once', async () => {
  const server = await testServer()
  const { queue, words } = aQueue(undefined, { concurrency: 2 })
  const [one, two] = [await start(server, queue), await start(server, queue)]
  const expected = Array.from({ length: 40 }, (_, at) => `word ${at}`)
  for (const word of expected) await one.add(queue, word)
  await Promise.all([one.look(), two.look()])
  await expect.poll(() => words.length, SOON).toBe(40)
  await Promise.all([one.stop(), two.stop()])
  expect(words.toSorted()).toEqual(expected.toSorted())
})

test('a job is fetched from a long queue without reading or sorting the queue', async () => {
  const server = await testServer()
  const texts: string[] = []
  const db = await openDatabase(server.address, {
    poolSize: 2,
    onIdleError: () => {},
    onQuery: (text) => texts.push(text),
  })
  onTestFinished(() => db.destroy())
  const boss = createBoss(db)
  const { name } = mailQueueRef
  await sql`insert into ${sql.raw(JOB_TABLE)} (name, singleton_key, policy)
    select ${name}, place, 'short' from generate_series(1, 20000) as place`.execute(db)
  await sql`analyze`.execute(db)
  await boss.fetch(name)
  const fetched = texts.at(-1) ?? ''
  expect(fetched).toContain('FOR UPDATE OF j SKIP LOCKED')
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain (analyze, costs off, timing off) ${fetched}`),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).not.toMatch(/Sort/)
  expect(plan).not.toMatch(/actual rows=\d{3}/)
})

test('a scheduled job runs in one process at a time, and again at once while there is more', async () => {
  const server = await testServer()
  const transactions: string[] = []
  let [running, runningMax] = [0, 0]
  const change = async (tx: Tx) => {
    runningMax = Math.max(runningMax, ++running)
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx)
    transactions.push(rows[0]?.id ?? '')
    await sql`delete from marks where of = (select min(of) from marks)`.execute(tx)
    const left = await sql`select from marks`.execute(tx)
    running--
    return left.rows.length > 0
  }
  await sql`create table marks as select * from generate_series(1, 8) as of`.execute(server.db)
  const queue = defineScheduledQueue('remove-marks', { whenAny: () => sql`select from marks` }, change)
  const [one, two] = [await start(server, queue), await start(server, queue)]
  await Promise.all([one.look(), two.look()])
  await expect.poll(() => transactions.length, SOON).toBeGreaterThanOrEqual(8)
  await Promise.all([one.stop(), two.stop()])
  expect(runningMax).toBe(1)
  expect(new Set(transactions).size).toBe(transactions.length)
  expect((await sql`select from marks`.execute(server.db)).rows).toEqual([])
})

test('what a failed run has changed is rolled back, and the next one repeats it', async () => {
  const server = await testServer()
  await sql`create table marks (of text)`.execute(server.db)
  let runs = 0
  const change = async (tx: Tx) => {
    await sql`insert into marks values (${`run ${++runs}`})`.execute(tx)
    if (runs === 1) throw new Error('Broken.')
  }
  const queue = defineScheduledQueue(
    'leave-marks',
    { whenAny: () => sql`select where not exists (select from marks)` },
    change,
  )
  const one = await start(server, queue)
  await one.look()
  await expect.poll(() => countJobs(server, 'retry'), SOON).toBe(1)
  // The pause lasts although there is work.
  await one.look()
  expect(await countJobs(server, 'created')).toBe(0)
  await endPause(server)
  await one.look()
  await expect
    .poll(async () => (await sql`select * from marks`.execute(server.db)).rows, SOON)
    .toEqual([{ of: 'run 2' }])
})

test('a stop waits for the running job and starts no other', async () => {
  const server = await testServer()
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { queue, words } = aQueue(() => {
    begun.resolve()
    return end.promise
  })
  const one = await start(server, queue)
  await one.add(queue, 'running')
  await one.add(queue, 'waiting')
  await one.look()
  await begun.promise
  let isStopped = false
  const stopped = one.stop().then(() => (isStopped = true))
  await countJobs(server, 'active')
  expect(isStopped).toBe(false)
  end.resolve()
  await stopped
  expect(words).toHaveLength(1)
  expect([await countJobs(server, 'active'), await countJobs(server, 'created')]).toEqual([0, 1])
})

test('a job at a time of the day runs by the clock of the database', async () => {
  const server = await testServer()
  const seen: Date[] = []
  const queue = defineScheduledQueue('delete-old-words', { cron: '0 0 1 1 *' }, async (_tx, now) => seen.push(now))
  const ahead = () => new Date(Date.now() + 200 * 86_400_000)
  const db = await openDatabase(server.address, { poolSize: 8, onIdleError: () => {} })
  const boss = createBoss(db)
  const started = await startQueue(boss, { ...server.services, db, now: ahead }, [queue])
  onTestFinished(async () => {
    await started.stop()
    await db.destroy()
  })
  await boss.send(queue.name, null)
  await started.look()
  await expect.poll(() => seen.length, SOON).toBe(1)
  expect(Math.abs((seen[0]?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
})
