import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#contract/wire.ts'
import type { Db } from '#server/db/open.ts'

/*
 * The chart tables: `artist_plays` (all time), and for a period either the days with listens stored
 * here (`plays_daily`) or the charts that a service fills (`chart_artists`, `chart_tracks`,
 * `chart_days`). A member has one source at a time: a row in `member_sources` selects a service,
 * and once it has filled charts, listens stored here no longer count.
 */

/** The numbers are stored in the charts' tables and never change meaning. */
export const PERIOD_NUMBERS = {
  overall: 0,
  '7day': 1,
  '1month': 2,
  '3month': 3,
  '6month': 4,
  '12month': 5,
} as const satisfies Record<Period, number>

/** Returns the condition that listens stored here count for the member in a column. */
export const countsStoredListens = (column: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from member_sources
    where member_sources.member_id = ${sql.ref(column)} and fresh_at is not null)`

/**
 * Returns the members without `countsStoredListens`: faster than evaluating it for every
 * row.
 */
export const selectServed = (
  members: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`select member_id from member_sources
  where member_id = any(${members}) and fresh_at is not null`

/** Selects all members without `countsStoredListens`. */
export const selectAllServed = (): RawBuilder<unknown> =>
  sql`(select member_id from member_sources where fresh_at is not null)`

/** Returns the service that fills the member's charts; null without one. */
export async function findServedBy(db: Db, memberId: number): Promise<string | null> {
  const row = await db
    .selectFrom('member_sources')
    .select('service')
    .where('member_id', '=', memberId)
    .where('fresh_at', 'is not', null)
    .executeTakeFirst()
  return row?.service ?? null
}

/** Returns whether a service fills the member's charts. */
export const isServed = async (db: Db, memberId: number): Promise<boolean> =>
  (await findServedBy(db, memberId)) !== null
