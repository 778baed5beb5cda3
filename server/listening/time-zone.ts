import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { isTimeZone } from '#server/http/time-zone.ts'

/** The calendar for a member without a known time zone. */
export const UTC = 'UTC'

/**
 * Zone names begin with a letter. Offsets such as `+02:00` are excluded: PostgreSQL reads their
 * sign the other way around.
 */
const NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,3}$/

/** The database's zone names by their names in small letters, as this process has found them. */
const known = new Map<string, string>()

/** Returns the database's name for the zone if Node knows it too, else UTC. */
export async function resolveTimeZone(db: Db, name: string): Promise<string> {
  if (!NAME.test(name) || !isTimeZone(name)) return UTC
  const found = known.get(name.toLowerCase())
  if (found !== undefined) return found
  // Node knows a few hundred names. The view reads every time zone file.
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where lower(name) = lower(${name}) limit 1`.execute(db)
  const zone = rows[0]?.name ?? UTC
  known.set(name.toLowerCase(), zone)
  return zone
}

/**
 * Returns the time zone for a member's calendar: the one that the member's device sent last. Every
 * reader of the member's charts sees its days.
 */
export async function findTimeZone(db: Db, memberId: number): Promise<string> {
  const row = await db
    .selectFrom('report_schedules')
    .select('time_zone')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row?.time_zone ?? UTC
}

/** Calendar days in a time zone, inclusive, and the first day of the period before them. */
export interface ZonedDays {
  readonly first: string
  readonly last: string
  readonly previousFirst: string
  readonly timeZone: string
}

/** The instants at which a period begins and ends. */
export interface PeriodBounds {
  readonly starts: Date
  readonly ends: Date
  /** When the previous period began. */
  readonly startsBefore: Date
}

/**
 * Selects the instant at which a calendar day begins. Where the clock goes back to midnight, that is
 * the first of two; the database takes the second one.
 */
export const selectDayStart = (day: RawBuilder<unknown>, timeZone: string): RawBuilder<Date> => sql<Date>`least(
  ${day}::timestamp at time zone ${timeZone},
  (${day}::timestamp - interval '1 hour') at time zone ${timeZone} + interval '1 hour')`

/** Returns the instants of a period, as the database's calendar has them. */
export async function findBounds(db: Db, { first, last, previousFirst, timeZone }: ZonedDays): Promise<PeriodBounds> {
  const { rows } = await sql<PeriodBounds>`
    select ${selectDayStart(sql`${first}::date`, timeZone)} as starts,
      ${selectDayStart(sql`(${last}::date + 1)`, timeZone)} as ends,
      ${selectDayStart(sql`${previousFirst}::date`, timeZone)} as "startsBefore"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A statement without FROM returns a row.')
  return row
}

export function toDayInZone(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const byType = new Map(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${byType.get('year')}-${byType.get('month')}-${byType.get('day')}`
}
