import { type RawBuilder, sql } from 'kysely'

/** Calendar days in a time zone, inclusive. */
export interface CalendarDays {
  readonly first: string
  readonly last: string
  readonly timeZone: string
}

/** Returns the SQL condition that a time is on the days. */
export const isOnDays = (at: RawBuilder<unknown>, { first, last, timeZone }: CalendarDays): RawBuilder<boolean> =>
  sql<boolean>`(${at} >= ${first}::date::timestamp at time zone ${timeZone}
    and ${at} < (${last}::date + 1)::timestamp at time zone ${timeZone})`
