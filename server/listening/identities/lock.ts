import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'

/** Any number that nothing else locks. */
export const IDENTITIES_LOCK = 7038

/** Whoever counts by the ids of artists and tracks: they stay what they are until the transaction ends. */
export async function lockIdentities(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(IDENTITIES_LOCK)})`.execute(tx)
}

/** Waits until nobody counts, and keeps everybody from it. Longer than others wait: batches of imports take seconds. */
export async function lockForJoining(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', '60s', true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(IDENTITIES_LOCK)})`.execute(tx)
}
