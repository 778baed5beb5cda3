import { sql } from 'kysely'
import { type RecapPeriod, stepPeriod, toWeek } from '#contract/recaps/periods.ts'
import { insertReportActivity } from '#server/activity/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { visibleTo } from '#server/db/visible-to.ts'
import { selectIgnoredTracks, toDayInZone, UTC } from '#server/listening/index.ts'
import { type CalendarDays, isOnDays } from './days.ts'
import { selectFriendsBroadcasts } from './friends.ts'

/*
 * When weekly reports are announced: a row per member with the zone and the next time. A report is
 * due on Monday at eight in the morning. `last_week` decides which week is next, so that a member
 * that moves to another zone gets each week once.
 */

/** The time on Monday at which a report is due, in the member's zone. */
const DUE_AT = sql.lit('08:00')
/** The maximum number of members in a transaction. */
const BATCH = 200
const NEW_ROWS = 10_000

export const findLastWeek = (now: Date, timeZone: string) => stepPeriod(toWeek(toDayInZone(now, timeZone)), -1)

/** Records the zone that a member's device has sent. The zone must be known. */
export async function noteTimeZone(db: Db, memberId: number, timeZone: string, now: Date): Promise<void> {
  const stored = await db
    .selectFrom('report_schedules')
    .select('time_zone')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  if (stored?.time_zone === timeZone) return
  await sql`insert into report_schedules as scheduled (member_id, time_zone, last_week, due_at)
    select id, ${timeZone}, ${findLastWeek(now, timeZone).first}::date,
      (${findLastWeek(now, timeZone).first}::date + 14 + time ${DUE_AT}) at time zone ${timeZone}
    from members where id = ${memberId} and not is_system and deleted_at is null
    on conflict (member_id) do update set time_zone = excluded.time_zone,
      due_at = (scheduled.last_week + 14 + time ${DUE_AT}) at time zone excluded.time_zone`.execute(db)
}

/** Schedules members that have never sent a zone, in UTC. Resolves to true if there are more. */
export async function scheduleNewMembers(tx: Tx, now: Date): Promise<boolean> {
  const { first } = findLastWeek(now, UTC)
  const { numAffectedRows = 0n } = await sql`insert into report_schedules (member_id, time_zone, last_week, due_at)
    select id, ${UTC}, ${first}::date, (${first}::date + 14 + time ${DUE_AT}) at time zone ${UTC} from members
    where not is_system and deleted_at is null
      and not exists (select from report_schedules where report_schedules.member_id = members.id)
    order by id limit ${sql.lit(NEW_ROWS)} on conflict do nothing`.execute(tx)
  return numAffectedRows === BigInt(NEW_ROWS)
}

export const findDueReports = (now: Date) => sql`select from report_schedules where due_at <= ${now} limit 1`

interface Due {
  readonly member_id: number
  readonly time_zone: string
  readonly last_week: string
}

/**
 * Announces due reports for a batch of members: for the last week that has ended, if it has
 * anything to report. Resolves to true if there are more.
 */
export async function announceReports(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<Due>`select member_id, time_zone, last_week::text from report_schedules
    where due_at <= ${now} order by due_at, member_id limit ${sql.lit(BATCH)} for update skip locked`.execute(tx)
  const weeks: (Due & { readonly week: RecapPeriod })[] = []
  const reports: { readonly memberId: number; readonly week: string }[] = []
  for (const due of rows) {
    const week = findLastWeek(now, due.time_zone)
    const isNew = week.first > due.last_week
    weeks.push({ ...due, week: isNew ? week : toWeek(due.last_week) })
    const days = { first: week.first, last: week.last, timeZone: due.time_zone }
    if (isNew && (await hasAnything(tx, due.member_id, days))) reports.push({ memberId: due.member_id, week: week.id })
  }
  await insertReportActivity(tx, reports, now)
  await sql`update report_schedules set last_week = done.week,
      due_at = (done.week + 14 + time ${DUE_AT}) at time zone time_zone
    from unnest(${weeks.map((due) => due.member_id)}::bigint[], ${weeks.map((due) => due.week.first)}::date[])
      as done (id, week) where member_id = done.id`.execute(tx)
  return rows.length === BATCH
}

/** Returns whether a member has plays, completed swaps or followed members' broadcasts on days. */
async function hasAnything(tx: Tx, memberId: number, days: CalendarDays): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select
    exists (select from listens where member_id = ${memberId} and track_id not in ${selectIgnoredTracks(memberId)}
      and ${isOnDays(sql.ref('listened_at'), days)})
    or exists (select from song_swaps where (initiator_id = ${memberId} or matched_id = ${memberId})
      and ${isOnDays(sql.ref('completed_at'), days)}
      and ${visibleTo(memberId, 'song_swaps.initiator_id')} and ${visibleTo(memberId, 'song_swaps.matched_id')})
    or exists (${selectFriendsBroadcasts(memberId, days)}) as has`.execute(tx)
  return rows[0]?.has === true
}
