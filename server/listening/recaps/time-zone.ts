import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { isTimeZone } from '#server/http/time-zone.ts'

/** The calendar of a member without a known time zone. */
export const UTC = 'UTC'

/**
 * Names of zones begin with a letter. Offsets such as `+02:00` are excluded: PostgreSQL reads their
 * sign the other way around.
 */
const NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,3}$/

/**
 * The database's names of zones by their names in small letters, as this process has found them.
 */
const known = new Map<string, string>()

/** Returns the database's name of the zone if Node knows it too, else UTC. */
export async function resolveTimeZone(db: Db, name: string): Promise<string> {
  if (!NAME.test(name) || !isTimeZone(name)) return UTC
  const found = known.get(name.toLowerCase())
  if (found !== undefined) return found
  // The names that Node knows are few hundred. The view reads every file of the time zones.
  const { rows } = await sql<{ name: string }>`
    select name from pg_timezone_names where lower(name) = lower(${name}) limit 1`.execute(db)
  const zone = rows[0]?.name ?? UTC
  known.set(name.toLowerCase(), zone)
  return zone
}

/** Returns the day that a calendar shows at a time. */
export function toDayInZone(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const byType = new Map(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${byType.get('year')}-${byType.get('month')}-${byType.get('day')}`
}
