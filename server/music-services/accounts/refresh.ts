import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { toBackOffMs } from '#server/queue/back-off.ts'
import { ServiceFailure } from '../service-failure.ts'
import { type Fetched, fetchCharts } from './fetch-charts.ts'
import { openSource, type SourceServices } from './open-source.ts'
import { deleteRefresh, type LeasedRefresh, leaseRefresh, postponeRefresh, releaseRefresh } from './queue.ts'
import { emptyCharts, replaceCharts } from './replace-charts.ts'
import type { Source } from './source.ts'
import { findMemberSource, isClaimed, type MemberSource } from './store.ts'

/** A job may wait for its turns, since other members' jobs run meanwhile. */
const TURN_TIMEOUT_MS = 60_000
const BACK_OFF = { firstMs: 60_000, longestMs: 6 * 3_600_000 }
/** The maximum number of attempts before the daily schedule applies again, as at once to a failure that lasts. */
const ATTEMPTS_MAX = 8

/**
 * Fetches the next due member's charts. Returns false if none is due. A service's failures are
 * stored for the member and retried; the previous charts remain. Throws on errors in this server.
 */
export async function refreshNext(services: SourceServices, signal?: AbortSignal): Promise<boolean> {
  const leased = await leaseRefresh(services.db, services.now())
  if (leased === undefined) return false
  const own = await findMemberSource(services.db, leased.memberId)
  if (own === undefined) await deleteRefresh(services.db, leased.memberId)
  else await refresh(services, own, signal).catch((error) => storeFailure(services, { ...leased, own }, error, signal))
  return true
}

async function refresh(services: SourceServices, own: MemberSource, signal: AbortSignal | undefined): Promise<void> {
  const { db, now } = services
  const address = { service: own.service, baseUrl: own.base_url }
  const source = openSource(services, address, { turnTimeoutMs: TURN_TIMEOUT_MS, signal })
  const account = await source.findAccount(own.account)
  const fetched = await fetchCharts(source, account, now(), await findDaysEnd(db, own))
  await inTransaction(db, (tx) => storeCharts(tx, own, source, fetched, now()))
}

/**
 * Returns the time up to which days are complete: the last refresh, or the last stored day, since days
 * may have been hidden meanwhile. Null for an account without any.
 */
async function findDaysEnd(db: Db, { member_id, refreshed_at }: MemberSource): Promise<Date | null> {
  if (refreshed_at === null) return null
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from chart_days
    where member_id = ${member_id}`.execute(db)
  const day = rows[0]?.day ?? null
  return day === null ? null : new Date(Math.min(refreshed_at.getTime(), Date.parse(day)))
}

/**
 * Stores the charts unless the member has chosen another account meanwhile: then the job runs again
 * for that account.
 */
async function storeCharts(tx: Tx, own: MemberSource, source: Source, fetched: Fetched, now: Date): Promise<void> {
  const memberId = own.member_id
  const { rows } = await sql<{ chosen_at: Date }>`select chosen_at from member_sources
    where member_id = ${memberId} for update`.execute(tx)
  if (rows[0]?.chosen_at.getTime() !== own.chosen_at.getTime()) return releaseRefresh(tx, memberId)
  await checkClaim(tx, own)
  await checkStorage(tx, own, source, fetched.bytes)
  if (own.refreshed_at === null && fetched.periods.length > 0) await emptyCharts(tx, memberId)
  await replaceCharts(tx, memberId, fetched)
  const isAny = fetched.periods.length > 0
  await sql`update member_sources set tried_at = ${now}, failure = ${fetched.failure}, stored_bytes = ${fetched.bytes},
      refreshed_at = case when ${isAny} then ${now}::timestamptz else refreshed_at end,
      fresh_at = case when ${isAny} then ${fetched.freshAt}::timestamptz else fresh_at end
    where member_id = ${memberId}`.execute(tx)
  await deleteRefresh(tx, memberId)
}

/** Throws `claimed` if another member has proven the account, possibly during the fetch. */
async function checkClaim(tx: Tx, own: MemberSource): Promise<void> {
  const { service, account, base_url: baseUrl, is_proven: isProven } = own
  if (isProven) return
  if (await isClaimed(tx, own.member_id, { service, account, baseUrl, isProven })) throw new ServiceFailure('claimed')
}

/** Checks the storage limit in a service's terms. */
async function checkStorage(tx: Tx, own: MemberSource, { storageBytesMax }: Source, bytes: number): Promise<void> {
  if (storageBytesMax === undefined) return
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(stored_bytes), 0) as bytes from member_sources
    where service = ${own.service} and member_id <> ${own.member_id}`.execute(tx)
  if ((rows[0]?.bytes ?? 0) + bytes > storageBytesMax) throw new ServiceFailure('storage_full')
}

/**
 * Stores the failure for the fetched account, unless it is claimed: if the member has chosen anew
 * meanwhile, the job runs again.
 */
async function storeFailure(
  { db, now }: SourceServices,
  { memberId, attempts, own }: LeasedRefresh & { readonly own: MemberSource },
  error: unknown,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (signal?.aborted === true) return releaseRefresh(db, memberId)
  const { code, isPassing, retryAfterMs } = error instanceof ServiceFailure ? error : new ServiceFailure('server_error')
  await inTransaction(db, async (tx) => {
    const { numAffectedRows } = await sql`update member_sources set tried_at = ${now()},
        failure = case when failure = 'claimed' then failure else ${code} end
      where member_id = ${memberId} and chosen_at = ${own.chosen_at}`.execute(tx)
    if (numAffectedRows === 0n) await releaseRefresh(tx, memberId)
    else if (isPassing && attempts < ATTEMPTS_MAX)
      await postponeRefresh(tx, memberId, new Date(now().getTime() + toBackOffMs(attempts, BACK_OFF, retryAfterMs)))
    else await deleteRefresh(tx, memberId)
  })
  if (!(error instanceof ServiceFailure)) throw error
}
