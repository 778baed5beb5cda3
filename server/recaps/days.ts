import { type RawBuilder, sql } from 'kysely'

export interface CalendarDays {
  readonly first: string
  readonly last: string
  readonly timeZone: string
}

export const isOnDays = (at: RawBuilder<unknown>, { first, last, timeZone }: CalendarDays): RawBuilder<boolean> =>
  sql<boolean>`(${at} >= ${first}::date::timestamp at time zone ${timeZone}
    and ${at} < (${last}::date + 1)::timestamp at time zone ${timeZone})`
