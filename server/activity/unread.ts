import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import type { MemberId } from '#server/db/visible-to.ts'
import { isShown, selectUnreadGroups } from './like-groups.ts'

/** The maximum unread count; the badge is polled every 30 seconds. */
const UNREAD_MAX = 100

/** Returns the number of unread entries, at most 100. */
export const countUnreadActivity = (db: Db, memberId: number): Promise<number> =>
  readCount(db, selectUnread(memberId, sql`true`))

/**
 * Selects the number that `countUnreadActivity` returns, without messages and swap turns, which the
 * status counts separately.
 */
export const selectOtherUnread = (memberId: MemberId): RawBuilder<number> => selectUnread(memberId, isOther)

/** Returns the number that {@link selectOtherUnread} selects. */
export const countOtherUnread = (db: Db, memberId: number): Promise<number> =>
  readCount(db, selectOtherUnread(memberId))

async function readCount(db: Db, select: RawBuilder<number>): Promise<number> {
  const { rows } = await markPrepared(sql<{ unread: number }>`select ${select} as unread`).execute(db)
  return rows[0]?.unread ?? 0
}

/**
 * Selects whether a member may have entries that {@link selectOtherUnread} counts. Much cheaper: it
 * does not look at who may see them.
 */
export const selectMayHaveUnread = (memberId: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from activity where member_id = ${memberId} and is_unread and ${isOther})`

const isOther = sql`kind not in ('message', 'swap_invite', 'swap_answer')`

const selectUnread = (memberId: MemberId, isCounted: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select least(${sql.lit(UNREAD_MAX)}, count(*)) from (
    (select from activity where member_id = ${memberId} and is_unread and kind <> 'like' and ${isShown(memberId)}
      and ${isCounted} limit ${sql.lit(UNREAD_MAX)})
    union all
    (${selectUnreadGroups(memberId)} limit ${sql.lit(UNREAD_MAX)})) as counted)`
