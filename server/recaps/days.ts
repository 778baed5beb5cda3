import { type RawBuilder, sql } from 'kysely'
import { selectDayStart } from '#server/listening/index.ts'

export interface CalendarDays {
  readonly first: string
  readonly last: string
  readonly timeZone: string
}

export const isOnDays = (at: RawBuilder<unknown>, { first, last, timeZone }: CalendarDays): RawBuilder<boolean> =>
  sql<boolean>`(${at} >= ${selectDayStart(sql`${first}::date`, timeZone)}
    and ${at} < ${selectDayStart(sql`(${last}::date + 1)`, timeZone)})`
