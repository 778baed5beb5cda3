import { type RawBuilder, sql } from 'kysely'
import type { Activity } from '#contract/activity/activity.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { isSuspended } from '#server/db/visible-to.ts'
import { type ActivityEntry, type EntryRow, selectEntries, toEntry } from './entries.ts'
import { type EntryPage, isBelowPlace, orderNewest, parseEntryId } from './entry-page.ts'
import { isShown, selectGroupPage } from './like-groups.ts'

/**
 * Returns a member's activity, newest first, without activity by blocked and muted members. A
 * broadcast's unread likes are one entry at the latest one's place; so are one day's read ones.
 */
export async function listActivity(db: Db, memberId: number, page: EntryPage): Promise<Activity[]> {
  const { rows } = await markPrepared(sql<EntryRow>`
    with chosen as materialized (
      select entries.id from (
        (select activity.id, activity.created_at from activity
          where member_id = ${memberId} and kind <> 'like' and ${isShown(memberId)} and ${isBelowPlace(page.before)}
          ${orderNewest()} limit ${page.limit})
        union all (${selectGroupPage(memberId, page)})) as entries
      ${orderNewest('entries')} limit ${page.limit})
    ${selectEntries(memberId)} and activity.id in (select id from chosen) ${orderNewest()}`).execute(db)
  return rows.map((row) => {
    const { actorId: _, ...entry } = toEntry(row)
    return entry
  })
}

/** The entry that a push is about: its id, or the liked broadcast. */
interface EntryRef {
  readonly memberId: number
  readonly activityId: number
  readonly broadcastId: number | null
}

/**
 * Returns unread entries as {@link listActivity} does; for likes, the broadcast's latest unread
 * one. Undefined if it was read or deleted, or if its member is blocked, muted or suspended. In
 * `refs` order.
 */
export async function findUnreadEntries(
  db: Db,
  refs: readonly EntryRef[],
  now: Date,
): Promise<readonly (ActivityEntry | undefined)[]> {
  const likes = refs.filter(({ broadcastId }) => broadcastId !== null)
  const others = refs.filter(({ broadcastId }) => broadcastId === null)
  const isOfBroadcast = sql`activity.kind = 'like' and activity.broadcast_id = wanted.broadcast_id`
  const found = new Map([
    ...(await findReferred(db, others, sql`activity.id = wanted.activity_id`, now)),
    ...(await findReferred(db, likes, isOfBroadcast, now)),
  ])
  return refs.map((ref) => found.get(ref))
}

/** Reads the refs' entries by one statement. */
async function findReferred(
  db: Db,
  refs: readonly EntryRef[],
  isReferred: RawBuilder<unknown>,
  now: Date,
): Promise<ReadonlyMap<EntryRef, ActivityEntry>> {
  if (refs.length === 0) return new Map()
  const { rows } = await markPrepared(sql<EntryRow & { place: number }>`
    select place, entry.* from unnest(${refs.map((ref) => ref.memberId)}::bigint[],
      ${refs.map((ref) => ref.activityId)}::bigint[], ${refs.map((ref) => ref.broadcastId)}::bigint[])
      with ordinality as wanted (member_id, activity_id, broadcast_id, place)
    cross join lateral (${selectEntries(sql`wanted.member_id`)} and is_unread and ${isReferred}
      and not ${isSuspended('activity.actor_id', now)}
      order by activity.id desc limit 1) as entry`).execute(db)
  return new Map(
    rows.flatMap((row) => {
      const ref = refs[row.place - 1]
      return ref === undefined ? [] : [[ref, toEntry(row)]]
    }),
  )
}

/** Marks an entry and those below it as read. It may be deleted by now. */
export async function updateActivityRead(db: Db, memberId: number, upTo: string): Promise<void> {
  const { number, ...place } = parseEntryId(upTo)
  await db
    .updateTable('activity')
    .set({ is_unread: false })
    .where('member_id', '=', memberId)
    .where('is_unread', '=', true)
    .where(isBelowPlace({ ...place, number: number + 1 }))
    .execute()
}
