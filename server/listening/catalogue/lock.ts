import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'

/** Advisory lock id, unique in the project. */
export const IDENTITIES_LOCK = 7038

/**
 * Takes the shared lock for transactions that count by artist and track ids: these ids stay valid
 * until the transaction ends.
 */
export async function lockIdentities(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(IDENTITIES_LOCK)})`.execute(tx)
}

/** Advisory lock namespace, unique in the project. */
export const LISTENS_LOCK = 7037

/**
 * Locks a member's listens against concurrent additions: two at once would both count a track as
 * not heard before. Does not lock the member's row, which rating a track needs.
 */
export async function lockListens(tx: Tx, memberId: number): Promise<void> {
  await lockIdentities(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(LISTENS_LOCK)}, hashint8(${memberId}::bigint))`.execute(tx)
}

/**
 * Takes the exclusive lock: waits until no transaction counts, and blocks new ones. Waits longer
 * than other locks, since import batches take seconds.
 */
export async function lockForJoining(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', '60s', true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(IDENTITIES_LOCK)})`.execute(tx)
}
