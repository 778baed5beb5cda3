import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { lockNextRow } from '#server/queue/leased-rows.ts'

/** The minimum time between two refreshes requested by one member. */
const SPACING_MS = 60_000
/** Charts are refreshed daily for members active within this time. */
const ACTIVE_MS = 7 * DAY_MS
/** A member seen within this time is present; `active_at` is updated hourly. */
const PRESENT_MS = 2 * 3_600_000
const PRESENT_STALE_MS = 30 * 60_000
/** Another process may take a refresh after this time: longer than most refreshes take. */
const LEASE_MS = 5 * 60_000
/** The maximum number of jobs scheduled per run. */
const BATCH = 500

export interface LeasedRefresh {
  readonly memberId: number
  readonly attempts: number
}

/**
 * Queues a refresh for a member's charts as urgent, since the member is waiting. Returns its due
 * time.
 */
export async function queueNow(tx: Tx, memberId: number, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    insert into refreshes as waiting (member_id, due_at, is_urgent)
    select member_id, greatest(${now}::timestamptz, tried_at + make_interval(secs => ${SPACING_MS / 1000}::float8)), true
    from member_sources where member_id = ${memberId}
    on conflict (member_id) do update set is_urgent = true, due_at = least(waiting.due_at, excluded.due_at)
    returning due_at`.execute(tx)
  return rows[0]?.due_at
}

/** Queues a refresh for a returning member with charts more than a day old. */
export const queueOnReturn = (tx: Tx, memberId: number, now: Date): Promise<void> =>
  queueStale(tx, now, { condition: sql`members.id = ${memberId}`, staleMs: DAY_MS, isUrgent: true })

/**
 * Queues chart refreshes: daily for active members, and twice an hour for present ones with a
 * successful last refresh.
 */
export async function queueScheduled(tx: Tx, now: Date): Promise<void> {
  const isActive = (withinMs: number) => sql`members.active_at > ${new Date(now.getTime() - withinMs)}`
  await queueStale(tx, now, { condition: isActive(ACTIVE_MS), staleMs: DAY_MS, isUrgent: false })
  const isPresent = sql`${isActive(PRESENT_MS)} and failure is null`
  await queueStale(tx, now, { condition: isPresent, staleMs: PRESENT_STALE_MS, isUrgent: false })
}

interface Stale {
  readonly condition: ReturnType<typeof sql>
  /** Charts that were fetched within this time are not stale. */
  readonly staleMs: number
  readonly isUrgent: boolean
}

/**
 * Queues refreshes for stale charts. An account claimed by another member is not fetched again
 * until its member chooses anew.
 */
async function queueStale(tx: Tx, now: Date, { condition, staleMs, isUrgent }: Stale): Promise<void> {
  await sql`insert into refreshes (member_id, due_at, is_urgent)
    select member_id, ${now}, ${isUrgent} from member_sources join members on members.id = member_id
    where ${condition} and (tried_at is null or tried_at <= ${new Date(now.getTime() - staleMs)})
      and failure is distinct from 'claimed'
      and not exists (select from refreshes where refreshes.member_id = member_sources.member_id)
    order by tried_at nulls first limit ${BATCH}
    on conflict (member_id) do nothing`.execute(tx)
}

/** Leases the next refresh: urgent ones first, then the longest due. Undefined if none is due. */
export async function leaseRefresh(db: Db, now: Date): Promise<LeasedRefresh | undefined> {
  const { rows } = await sql<LeasedRefresh>`update refreshes set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where member_id = ${lockNextRow('refreshes', now, sql`is_urgent desc, due_at, member_id`)}
    returning member_id as "memberId", attempts`.execute(db)
  return rows[0]
}

/** Releases a job unchanged, for a process that stops. */
export async function releaseRefresh(db: Db, memberId: number): Promise<void> {
  await sql`update refreshes set leased_until = null where member_id = ${memberId}`.execute(db)
}

export async function deleteRefresh(db: Db, memberId: number): Promise<void> {
  await db.deleteFrom('refreshes').where('member_id', '=', memberId).execute()
}

export async function postponeRefresh(db: Db, memberId: number, dueAt: Date): Promise<void> {
  await sql`update refreshes set due_at = ${dueAt}, attempts = attempts + 1, leased_until = null
    where member_id = ${memberId}`.execute(db)
}

export async function findRefresh(
  db: Db,
  memberId: number,
  now: Date,
): Promise<{ dueAt: Date; isRunning: boolean } | undefined> {
  const { rows } = await sql<{ dueAt: Date; isRunning: boolean }>`select due_at as "dueAt",
    coalesce(leased_until > ${now}::timestamptz, false) as "isRunning" from refreshes
      where member_id = ${memberId}`.execute(db)
  return rows[0]
}
