import { type RawBuilder, sql } from 'kysely'
import { fromMicros, parseTimedId, type TimedKey } from '#server/db/timed-id.ts'

/** An entry's place: its time and number, or a former version's number alone. */
type EntryPlace = TimedKey | { readonly micros: undefined; readonly number: number }

/** A page of entries by time, newest first: the parsed contract parameters. */
export interface EntryPage {
  readonly limit: number
  /** The cursor: only entries below it. */
  readonly before?: EntryPlace | undefined
}

/** Returns the place that matches the contract's `EntryId`. */
export const parseEntryId = (id: string): EntryPlace =>
  id.includes('.') ? parseTimedId(id) : { micros: undefined, number: Number(id) }

/** Returns the SQL condition that a row is below a place. `table`: an alias for `activity`. */
export function isBelowPlace(place: EntryPlace | undefined, table = 'activity'): RawBuilder<boolean> {
  if (place === undefined) return sql<boolean>`true`
  const { micros, number } = place
  if (micros === undefined) return sql<boolean>`${sql.ref(`${table}.id`)} < ${number}`
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})
    < (${fromMicros(sql`${micros}`)}, ${number}::bigint)`
}

export const orderNewest = (table = 'activity'): RawBuilder<unknown> =>
  sql`order by ${sql.ref(`${table}.created_at`)} desc, ${sql.ref(`${table}.id`)} desc`
