import type { Db as BossDatabase, JobWithMetadata, PgBoss } from 'pg-boss'
import { logError } from '#server/telemetry/log.ts'
import { POLL_SECONDS } from './boss.ts'
import type { AnyQueue, JobServices } from './define-queue.ts'
import { addHeldJobs } from './held-jobs.ts'
import { prepareQueues } from './prepare-queues.ts'
import { runJobOnce } from './run-job.ts'
import { startWaking, wakeAfterWrites, wakeWorkers } from './wake-workers.ts'

/** How long a stop waits for running jobs, in ms. Then they return to the queue. */
const STOP_MS = 10_000

interface StartedQueue {
  /** Looks for jobs at once, instead of within seconds. */
  readonly look: () => Promise<void>
  /** Stops the workers and waits for running jobs. */
  readonly stop: () => Promise<void>
}

export async function startQueue(
  boss: PgBoss,
  services: JobServices,
  queues: readonly AnyQueue[],
): Promise<StartedQueue> {
  // Without a listener an error would end the process. While the database is away all fail.
  boss.on('error', (error) => {
    if (!services.watch.isAway()) logError(services.log, error, {}, 'The job queue: ')
  })
  boss.on('warning', ({ message }) => services.log.warn(`The job queue: ${message}`))
  await boss.start()
  await prepareQueues(boss, queues)
  await addHeldJobs(boss, services.db, queues)
  const workers = new Map<string, string[]>()
  const wake = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }
  for (const queue of queues) {
    const count = queue.schedule === undefined ? (queue.concurrency ?? 1) : 1
    const ids = await Promise.all(Array.from({ length: count }, () => startWorker(boss, services, queue, wake)))
    workers.set(queue.name, ids)
  }
  const waker = { boss, services, queues, wake }
  const stopWaking = startWaking(waker)
  const stopListening = wakeAfterWrites(waker)
  return {
    look: () => wakeWorkers(waker),
    async stop() {
      await Promise.all([stopWaking(), stopListening()])
      await boss.stop({ graceful: true, timeout: STOP_MS, close: false })
    },
  }
}

/** Starts a worker that runs jobs one by one. Returns its id. */
function startWorker(
  boss: PgBoss,
  services: JobServices,
  queue: AnyQueue,
  wake: (name: string) => void,
): Promise<string> {
  const options = { pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true, batchSize: 1 } as const
  const runAll = async (jobs: readonly JobWithMetadata[], database?: BossDatabase) => {
    // The worker looks for the next job at once after this one.
    wake(queue.name)
    for (const job of jobs) await runJobOnce({ boss, services }, queue, job, database)
  }
  return 'perform' in queue
    ? boss.work(queue.name, options, (jobs: JobWithMetadata[]) => runAll(jobs))
    : boss.work(queue.name, { ...options, transactional: true }, (jobs: JobWithMetadata[], database: BossDatabase) =>
        runAll(jobs, database),
      )
}
