import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'

/** Between two refreshes of one member that they ask for. */
export const SPACING_MS = 60_000
const DAY_MS = 86_400_000
/** Whose charts are refreshed every day by themselves: who was here within so many days. */
const ACTIVE_MS = 7 * DAY_MS
/** A process says so often that it works on one, and is taken for dead when it has not for so long. */
export const HEARTBEAT_MS = 10_000
const LEASE = sql`interval '1 minute'`
/** Schedules of one run. */
const BATCH = 500

/** A job that a process has taken. */
export interface Taken {
  readonly memberId: number
  readonly attempts: number
}

/** Has a member's charts fetched as soon as may be, since they wait for it. Answers when that is. */
export async function queueNow(tx: Tx, memberId: number, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    insert into refreshes as waiting (member_id, due_at, is_urgent)
    select member_id, greatest(${now}::timestamptz, tried_at + make_interval(secs => ${SPACING_MS / 1000}::float8)), true
    from member_sources where member_id = ${memberId}
    on conflict (member_id) do update set is_urgent = true, due_at = least(waiting.due_at, excluded.due_at)
    returning due_at`.execute(tx)
  return rows[0]?.due_at
}

/** Has the charts of a member who comes back fetched when they were not for a day. */
export const queueOnReturn = (tx: Tx, memberId: number, now: Date): Promise<void> =>
  queueStale(tx, now, sql`members.id = ${memberId}`, true)

/** Has the charts of active members fetched once a day. */
export const queueDaily = (tx: Tx, now: Date): Promise<void> =>
  queueStale(tx, now, sql`members.active_at > ${new Date(now.getTime() - ACTIVE_MS)}`, false)

/** What is claimed by somebody else is not asked for again before its member chooses anew. */
async function queueStale(tx: Tx, now: Date, who: ReturnType<typeof sql>, isUrgent: boolean): Promise<void> {
  await sql`insert into refreshes (member_id, due_at, is_urgent)
    select member_id, ${now}, ${isUrgent} from member_sources join members on members.id = member_id
    where ${who} and (tried_at is null or tried_at <= ${new Date(now.getTime() - DAY_MS)})
      and failure is distinct from 'claimed'
      and not exists (select from refreshes where refreshes.member_id = member_sources.member_id)
    order by tried_at nulls first limit ${BATCH}
    on conflict (member_id) do nothing`.execute(tx)
}

/**
 * Takes the job whose turn it is: of members who wait first, then the longest due. Undefined when nothing is due. It is this
 * process's for a minute, and longer while it says so.
 */
export async function takeRefresh(db: Db, now: Date): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`update refreshes set leased_until = clock_timestamp() + ${LEASE}
    where member_id = (
      select member_id from refreshes
      where due_at <= ${now} and (leased_until is null or leased_until < clock_timestamp())
      order by is_urgent desc, due_at, member_id limit 1 for update skip locked)
    returning member_id as "memberId", attempts`.execute(db)
  return rows[0]
}

/** Says that a job is worked on. */
export async function keepRefresh(db: Db, memberId: number): Promise<void> {
  await sql`update refreshes set leased_until = clock_timestamp() + ${LEASE} where member_id = ${memberId}`.execute(db)
}

/** Gives a job back as it was, for a process that stops. */
export async function giveBackRefresh(db: Db, memberId: number): Promise<void> {
  await sql`update refreshes set leased_until = null where member_id = ${memberId}`.execute(db)
}

export async function deleteRefresh(db: Db, memberId: number): Promise<void> {
  await db.deleteFrom('refreshes').where('member_id', '=', memberId).execute()
}

/** Tries a job again later. */
export async function postponeRefresh(db: Db, memberId: number, dueAt: Date): Promise<void> {
  await sql`update refreshes set due_at = ${dueAt}, attempts = attempts + 1, leased_until = null
    where member_id = ${memberId}`.execute(db)
}

/** When a member's charts are fetched next, and whether that is being done. */
export async function findRefresh(db: Db, memberId: number): Promise<{ dueAt: Date; isRunning: boolean } | undefined> {
  const { rows } = await sql<{ dueAt: Date; isRunning: boolean }>`select due_at as "dueAt",
    coalesce(leased_until > clock_timestamp(), false) as "isRunning" from refreshes where member_id = ${memberId}`.execute(
    db,
  )
  return rows[0]
}
