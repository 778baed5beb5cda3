import { getServerState, retryJobs } from '#contract/operation/server.ts'
import { insertAuditEntry } from '#server/audit/index.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { retryFailedJobs } from '#server/queue/failed-jobs.ts'
import { repeatWork } from '#server/queue/repeat.ts'
import { announceFailures } from './failures.ts'
import { readServerState } from './server-state.ts'

const LOOK_EVERY_MS = 60_000

/** Registers what admins see of the server, and the work that announces failures. */
export function operationRoutes(api: Api): void {
  route(api, getServerState, () => readServerState(api))

  route(api, retryJobs, async ({ tx, query: { queue }, member, now, logSecurity }) => {
    // pg-boss runs it on a connection of its own; a repeat finds no failed job.
    const retried = await retryFailedJobs(api.db, queue)
    if (retried > 0) {
      const detail = `${queue}, ${retried}`
      await insertAuditEntry(tx, { adminId: member.id, now }, { action: 'jobs_retried', detail })
      logSecurity('admin_act', { member: member.id, act: 'retry-jobs' })
    }
  })

  api.work.push(() => {
    const perform = () => announceFailures(api)
    return repeatWork(
      { name: 'look for failures', everyMs: LOOK_EVERY_MS, isPaused: api.watch.isAway, perform },
      api.log,
    )
  })
}
