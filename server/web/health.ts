import type { Api } from '#server/http/api.ts'
import { LIVENESS_PATH, READINESS_PATHS } from '#server/http/checks.ts'
import { Refusal } from '#server/http/refusal.ts'
import { VERSION } from '#server/http/version.ts'

/** The maximum time for a check, in ms: a hung database must not hang the check. */
const CHECK_MS = 1500

/**
 * Registers the checks for load balancers and operators. Readiness: 200 while the database responds
 * and the clocks agree, else 503. Names version and commit, so that an upgrade can be verified.
 * Liveness: 200 while the process responds.
 */
export function healthRoutes({ hono, watch, config }: Pick<Api, 'hono' | 'watch' | 'config'>): void {
  for (const path of READINESS_PATHS) {
    hono.get(path, async (c) => {
      if (!(await watch.check(CHECK_MS)))
        throw new Refusal(503, 'The database does not respond.', 'busy', { retryAfterSeconds: 5 })
      const clockError = watch.findClockError()
      if (clockError !== undefined) throw new Refusal(503, clockError, 'busy', { retryAfterSeconds: 60 })
      return c.json({ status: 'ok', version: VERSION, commit: config.commit })
    })
  }
  hono.get(LIVENESS_PATH, (c) => c.json({ status: 'ok' }))
}
