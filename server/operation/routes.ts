import { randomUUID } from 'node:crypto'
import { getServerState, retryJobs } from '#contract/operation/server.ts'
import { insertAuditEntry } from '#server/audit/index.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { retryFailedJobs } from '#server/queue/failed-jobs.ts'
import { startLanes } from '#server/queue/lanes.ts'
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
  api.work.push(() =>
    startLanes(
      {
        name: 'look for failures',
        lanes: 1,
        everyMs: LOOK_EVERY_MS,
        isPaused: api.watch.isAway,
        doNext: () => announceFailures(api),
      },
      api.log,
    ),
  )
}

function startHeartbeat(api: Api, processId: string): () => Promise<void> {
  const doNext = async () => {
    await storeHeartbeat(api, processId)
    return false
  }
  const isPaused = api.watch.isAway
  const stop = startLanes({ name: 'heartbeat', lanes: 1, everyMs: HEARTBEAT_EVERY_MS, isPaused, doNext }, api.log)
  return async () => {
    await stop()
    if (isPaused()) return
    await deleteProcess(api.db, processId).catch((error: unknown) =>
      api.log.warn('This process could not be deleted from the list of processes', describeFailure(error)),
    )
  }
}
