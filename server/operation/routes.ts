import { randomUUID } from 'node:crypto'
import { getServerState, retryJobs } from '#contract/operation/server.ts'
import { insertAuditEntry } from '#server/audit/index.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { retryFailedJobs } from '#server/queue/failed-jobs.ts'
import { repeatWork } from '#server/queue/repeat.ts'
import { describeFailure } from '#server/telemetry/log.ts'
import { announceFailures } from './failures.ts'
import { deleteProcess, HEARTBEAT_EVERY_MS, storeHeartbeat } from './processes.ts'
import { readServerState } from './server-state.ts'

const LOOK_EVERY_MS = 60_000

/** Registers what admins see of the server, the heartbeat, and the work that announces failures. */
export function operationRoutes(api: Api): void {
  const processId = randomUUID()
  route(api, getServerState, () => readServerState(api, processId))

  route(api, retryJobs, async ({ tx, query: { queue }, member, now, logSecurity }) => {
    // pg-boss runs it on a connection of its own; a repeat finds no failed job.
    const retried = await retryFailedJobs(api.db, queue)
    if (retried > 0) {
      const detail = `${queue}, ${retried}`
      await insertAuditEntry(tx, { adminId: member.id, now }, { action: 'jobs_retried', detail })
      logSecurity('admin_act', { member: member.id, act: 'retry-jobs' })
    }
  })

  api.work.push(() => startHeartbeat(api, processId))
  api.work.push(() => {
    const perform = () => announceFailures(api)
    return repeatWork(
      { name: 'look for failures', everyMs: LOOK_EVERY_MS, isPaused: api.watch.isAway, perform },
      api.log,
    )
  })
}

function startHeartbeat(api: Api, processId: string): () => Promise<void> {
  const perform = () => storeHeartbeat(api, processId)
  const isPaused = api.watch.isAway
  const stop = repeatWork({ name: 'heartbeat', everyMs: HEARTBEAT_EVERY_MS, isPaused, perform }, api.log)
  return async () => {
    await stop()
    if (isPaused()) return
    await deleteProcess(api.db, processId).catch((error: unknown) =>
      api.log.warn('This process could not be deleted from the list of processes', describeFailure(error)),
    )
  }
}
