import { type RawBuilder, sql } from 'kysely'
import type { Activity } from '#contract/activity/activity.ts'
import type { Db } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { toPictures } from '#server/db/pictures.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { isSuspended, type MemberId, notMutedBy, visibleTo } from '#server/db/visible-to.ts'
import { isReplyOpen } from './replies.ts'

/** The maximum of the unread count; the badge is polled every 30 seconds. */
const UNREAD_MAX = 100
/** The number of characters of a message in the list. */
const EXCERPT_LENGTH = 100

/** The maximum number of unread rows that are read to count their entries. */
const SCANNED_MAX = 1000

/** An entry with the member that caused it. */
export interface ActivityEntry extends Activity {
  readonly actorId: number
}

interface Row {
  id: number
  actor_id: number
  kind: string
  username: string
  picture_url: string | null
  relatedid: number | null
  subject: string
  created_at: Date
  is_unread: boolean
  likes: number | null
}

/**
 * Returns a member's activity, newest first, without that of blocked and muted members. The unread
 * likes of a broadcast are one entry at the place of the latest; so are the read ones of one day.
 */
export async function listActivity(db: Db, memberId: number, page: Page): Promise<Activity[]> {
  const { rows } = await sql<Row>`${selectEntries(memberId)} and ${isLatestOfGroup(memberId)}
      and ${isBelow(page, 'activity.id')}
    ${findNewest(page, 'activity.id')}`.execute(db)
  return rows.map((row) => {
    const { actorId: _, ...entry } = toEntry(row)
    return entry
  })
}

/** The entry that a push is about: its id, or the broadcast of likes. */
export interface EntryRef {
  readonly memberId: number
  readonly activityId: number
  readonly broadcastId: number | null
}

/**
 * Returns unread entries as {@link listActivity} does; of likes, the latest unread one of the
 * broadcast. Undefined if it was read or deleted, or if its member is blocked, muted or suspended.
 * In the order of `refs`.
 */
export async function findUnreadEntries(
  db: Db,
  refs: readonly EntryRef[],
  now: Date,
): Promise<readonly (ActivityEntry | undefined)[]> {
  const isLike = ({ broadcastId }: EntryRef) => broadcastId !== null
  const found = new Map([
    ...(await findReferred(db, refs, (ref) => !isLike(ref), sql`activity.id = wanted.activity_id`, now)),
    ...(await findReferred(
      db,
      refs,
      isLike,
      sql`activity.kind = 'like' and activity.broadcast_id = wanted.broadcast_id`,
      now,
    )),
  ])
  return refs.map((ref) => found.get(ref))
}

/** Reads the entries of the refs that are chosen, by one statement. */
async function findReferred(
  db: Db,
  refs: readonly EntryRef[],
  isChosen: (ref: EntryRef) => boolean,
  isReferred: RawBuilder<unknown>,
  now: Date,
): Promise<ReadonlyMap<EntryRef, ActivityEntry>> {
  const chosen = refs.filter(isChosen)
  if (chosen.length === 0) return new Map()
  const { rows } = await markPrepared(sql<Row & { place: number }>`
    select place, entry.* from unnest(${chosen.map((ref) => ref.memberId)}::bigint[],
      ${chosen.map((ref) => ref.activityId)}::bigint[], ${chosen.map((ref) => ref.broadcastId)}::bigint[])
      with ordinality as wanted (member_id, activity_id, broadcast_id, place)
    cross join lateral (${selectEntries(sql`wanted.member_id`)} and is_unread and ${isReferred}
      and not ${isSuspended('activity.actor_id', now)}
      order by activity.id desc limit 1) as entry`).execute(db)
  return new Map(
    rows.flatMap((row) => {
      const ref = chosen[row.place - 1]
      return ref === undefined ? [] : [[ref, toEntry(row)]]
    }),
  )
}

const selectEntries = (memberId: MemberId): RawBuilder<Row> => sql<Row>`
  select activity.id, activity.actor_id, kind, actor.name as username, actor.picture_url, activity.created_at, is_unread,
    coalesce(activity.broadcast_id, activity.swap_id,
      (select broadcast_id from replies where replies.id = activity.reply_id)) as relatedid, coalesce(${subject}, '') as subject,
    case when kind = 'like' then ${countLikes(memberId)} end as likes
  from activity join members as actor on actor.id = activity.actor_id
  where activity.member_id = ${memberId} and ${isShown(memberId)}`

const toEntry = (row: Row): ActivityEntry => ({
  id: row.id,
  actorId: row.actor_id,
  kind: row.kind,
  username: row.username,
  pfpsm: toPictures(row.picture_url).pfpsm,
  relatedid: row.relatedid,
  subject: row.subject,
  timestamp: row.created_at.toISOString(),
  unread: row.is_unread,
  ...(row.likes !== null && row.likes > 1 ? { count: row.likes } : {}),
})

const isShown = (memberId: MemberId, table = 'activity'): RawBuilder<boolean> =>
  sql<boolean>`${visibleTo(memberId, `${table}.actor_id`)} and ${notMutedBy(memberId, `${table}.actor_id`)}
    and (${sql.ref(`${table}.reply_id`)} is null or exists (
      select from replies join broadcasts on broadcasts.id = replies.broadcast_id
      where replies.id = ${sql.ref(`${table}.reply_id`)} and ${isReplyOpen(memberId)}))`

/** Whether the like `other` belongs to the entry of the like `activity`. */
const isOfGroup = (memberId: MemberId): RawBuilder<boolean> => sql<boolean>`other.kind = 'like'
  and other.broadcast_id = activity.broadcast_id and other.is_unread = activity.is_unread
  and (activity.is_unread or (other.created_at at time zone 'UTC')::date = (activity.created_at at time zone 'UTC')::date)
  and ${isShown(memberId, 'other')}`

const isLatestOfGroup = (memberId: MemberId): RawBuilder<boolean> => sql<boolean>`(kind <> 'like' or not exists (
  select from activity as other where other.id > activity.id and ${isOfGroup(memberId)}))`

/** Selects the number of likes of an entry that is the latest. */
const countLikes = (memberId: MemberId): RawBuilder<number> => sql<number>`(
  select count(*) from activity as other where other.id <= activity.id and ${isOfGroup(memberId)})`

/** Returns the number of unread entries, at most 100. */
export async function countUnreadActivity(db: Db, memberId: number): Promise<number> {
  const { rows } = await markPrepared(
    sql<{ unread: number }>`select ${selectUnread(memberId, sql`true`)} as unread`,
  ).execute(db)
  return rows[0]?.unread ?? 0
}

/**
 * Selects the number that `countUnreadActivity` returns, without messages and turns of swaps, which
 * the status counts separately.
 */
export const selectOtherUnread = (memberId: MemberId): RawBuilder<number> =>
  selectUnread(memberId, sql`kind not in ('message', 'swap_invite', 'swap_answer')`)

const selectUnread = (memberId: MemberId, isCounted: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select least(${sql.lit(UNREAD_MAX)}, count(distinct entry)) from (
    select case when kind = 'like' then -broadcast_id else id end as entry
    from activity where member_id = ${memberId} and is_unread and ${isShown(memberId)} and ${isCounted}
    limit ${sql.lit(SCANNED_MAX)}) as counted)`

/** Marks the entries up to an id as read. */
export async function updateActivityRead(db: Db, memberId: number, upTo: number): Promise<void> {
  await db
    .updateTable('activity')
    .set({ is_unread: false })
    .where('member_id', '=', memberId)
    .where('is_unread', '=', true)
    .where('id', '<=', upTo)
    .execute()
}

const trackTitle = (side: 'initiator' | 'matched'): RawBuilder<string> => sql<string>`(
  select tracks.title || ' by ' || artists.name
  from song_swaps join tracks on tracks.id = ${sql.ref(`song_swaps.${side}_track_id`)}
    join artists on artists.id = tracks.artist_id
  where song_swaps.id = activity.swap_id)`

/** The track of a message without a text. */
const cardTitle: RawBuilder<string> = sql<string>`(
  select tracks.title || ' by ' || artists.name from tracks join artists on artists.id = tracks.artist_id
  where tracks.id = messages.track_id)`

const replyExcerpt: RawBuilder<string> = sql<string>`(
  select left(body, ${sql.lit(EXCERPT_LENGTH)}) from replies where replies.id = activity.reply_id)`

const subject: RawBuilder<string> = sql<string>`case kind
  when 'like' then (select coalesce(tracks.title, broadcasts.title)
    from broadcasts left join tracks on tracks.id = broadcasts.track_id where broadcasts.id = activity.broadcast_id)
  when 'message' then (select coalesce(nullif(left(body, ${sql.lit(EXCERPT_LENGTH)}), ''), ${cardTitle}) from messages
    where least(sender_id, recipient_id) = least(activity.member_id, activity.actor_id)
      and greatest(sender_id, recipient_id) = greatest(activity.member_id, activity.actor_id)
      and sender_id = activity.actor_id and deleted_at is null
    order by messages.id desc limit 1)
  when 'reply' then ${replyExcerpt}
  when 'mention' then ${replyExcerpt}
  when 'swap_invite' then ${trackTitle('initiator')}
  when 'swap_answer' then ${trackTitle('matched')}
  when 'swap_result' then (select initiator_rating::text from song_swaps where song_swaps.id = activity.swap_id)
  else detail end`
