import { sql } from 'kysely'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { VERSION } from '#server/http/version.ts'

/**
 * Registers the health check for load balancers and operators: 200 while the database responds,
 * else 503. Names the version, so that an upgrade can be verified.
 */
export function healthRoute({ hono, db, log }: Api): void {
  hono.get('/api/health', async (c) => {
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      log.error('The database does not respond', { reason: error instanceof Error ? error.name : 'unknown' })
      throw new Refusal(503, 'The database does not respond.', 'busy', { retryAfterSeconds: 5 })
    }
    return c.json({ status: 'ok', version: VERSION })
  })
}
