import { sql } from 'kysely'
import { deletedMemberName } from '#contract/accounts/deleted-member.ts'
import { insertFormerName } from '#server/accounts/index.ts'
import { recordSwapEnd } from '#server/activity/index.ts'
import type { Tx } from '#server/db/open.ts'
import { lockListens, markUnusedNames } from '#server/listening/index.ts'

/*
 * The data that a deleted member shares with others, messages and swaps, first moves to a new
 * placeholder. Everything else is deleted with the member's row by the database's cascade, so that
 * no table can be missed. docs/ownership.md lists what remains and why.
 */

/** Deletes a member. The name cannot be used again. */
export async function deleteMember(tx: Tx, member: { readonly id: number; readonly name: string }, now: Date) {
  const { id } = member
  // An import in another process is between two batches now, and finds no member in the next.
  await lockListens(tx, id)
  await tx.selectFrom('members').select('id').where('id', '=', id).forUpdate().execute()
  await insertFormerName(tx, member.name, now)
  await lockAnswered(tx, id)
  await deleteLikes(tx, id)
  await tx.deleteFrom('replies').where('author_id', '=', id).execute()
  const nameless = await listNamelessPartners(tx, id)
  await moveSharedData(tx, id, now)
  await markUnusedNames(tx, id)
  await tx.deleteFrom('members').where('id', '=', id).execute()
  for (const table of ['unranked_members', 'fairness_checks', 'scrobble_inbox'] as const) {
    await tx.deleteFrom(table).where('member_id', '=', id).execute()
  }
  await deleteLimits(tx, id)
  await deleteUnneeded(tx, nameless)
}

/** Deletes the member's rate limit buckets. Their keys end with the id (server/http/limits.ts). */
async function deleteLimits(tx: Tx, id: number): Promise<void> {
  await sql`delete from rate_limits where (key like 'member%' or key like 'pairGuesses%')
    and split_part(key, ' ', 2) = ${String(id)}`.execute(tx)
}

/**
 * Locks the broadcasts that the member likes or has replied to, because their counts change: in id
 * order, to prevent deadlocks.
 */
async function lockAnswered(tx: Tx, id: number): Promise<void> {
  await sql`select id from broadcasts where id in (
      select broadcast_id from likes where member_id = ${id}
      union select broadcast_id from replies where author_id = ${id})
    order by id for update`.execute(tx)
}

/** Deletes the member's likes and updates the broadcasts' counts. */
async function deleteLikes(tx: Tx, id: number): Promise<void> {
  await sql`with removed as (delete from likes where member_id = ${id} returning broadcast_id)
    update broadcasts set likes = likes - 1 from removed where broadcasts.id = removed.broadcast_id`.execute(tx)
}

/**
 * Moves the data that existing members share with the deleted one to a new placeholder, if there
 * are any.
 */
async function moveSharedData(tx: Tx, id: number, now: Date): Promise<void> {
  const isExisting = (column: string) =>
    sql`exists (select from members where members.id = ${sql.ref(column)} and deleted_at is null)`
  await sql`delete from song_swaps where initiator_id = ${id} and initiator_track_id is null`.execute(tx)
  const { rows } = await sql<{ is_any: boolean }>`select
    exists (select from conversations where other_id = ${id} and ${isExisting('conversations.member_id')})
    or exists (select from song_swaps where initiator_id = ${id} and ${isExisting('song_swaps.matched_id')})
    or exists (select from song_swaps where matched_id = ${id}
      and ${isExisting('song_swaps.initiator_id')}) as is_any`.execute(tx)
  if (rows[0]?.is_any !== true) return
  const nameless = await insertNameless(tx, now)
  await moveMessages(tx, id, nameless, isExisting)
  await moveSwaps(tx, id, nameless, isExisting, now)
  // Blocks and mutes on the member remain in effect.
  await sql`update blocks set blocked_id = ${nameless} where blocked_id = ${id}`.execute(tx)
  await sql`update mutes set muted_id = ${nameless} where muted_id = ${id}`.execute(tx)
}

type MemberCondition = (column: string) => ReturnType<typeof sql>

async function moveMessages(tx: Tx, id: number, nameless: number, isExisting: MemberCondition): Promise<void> {
  await sql`update messages set sender_id = ${nameless}, client_id = null
    where sender_id = ${id} and ${isExisting('messages.recipient_id')}`.execute(tx)
  await sql`update messages set recipient_id = ${nameless}
    where recipient_id = ${id} and ${isExisting('messages.sender_id')}`.execute(tx)
  await sql`update conversations set other_id = ${nameless}, version = version + 1
    where other_id = ${id} and ${isExisting('conversations.member_id')}`.execute(tx)
}

/** Ends open swaps and notifies the other side. Tracks, ratings and the other's swag remain. */
async function moveSwaps(tx: Tx, id: number, nameless: number, isExisting: MemberCondition, now: Date): Promise<void> {
  const { rows: ended } = await sql<{ id: number; other: number; is_sent: boolean }>`
    update song_swaps set ended = 'expired', ended_at = ${now}
    where ${id} in (initiator_id, matched_id) and completed_at is null and ended_at is null
    returning id, case when initiator_id = ${id} then matched_id else initiator_id end as other,
      initiator_track_id is not null as is_sent`.execute(tx)
  // What both had agreed to share ends too.
  const moved = sql`initiator_shares_at = null, matched_shares_at = null`
  await sql`update song_swaps set initiator_id = ${nameless}, ${moved}
    where initiator_id = ${id} and ${isExisting('song_swaps.matched_id')}`.execute(tx)
  await sql`update song_swaps set matched_id = ${nameless}, ${moved}
    where matched_id = ${id} and ${isExisting('song_swaps.initiator_id')}`.execute(tx)
  for (const swap of ended.filter((swap) => swap.is_sent)) {
    await recordSwapEnd(tx, swap.id, { recipient: { id: swap.other }, other: { id: nameless }, how: 'deleted' }, now)
  }
}

/** Inserts a deleted member's placeholder. It has its own id, since the member's was public. */
async function insertNameless(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into members (name, name_key, deleted_at, joined_at, last_login_at, active_at)
    values ('', 'deleted ' || gen_random_uuid(), ${now}, ${now}, ${now}, ${now}) returning id`.execute(tx)
  const { id } = rows[0] ?? { id: 0 }
  const name = deletedMemberName(id)
  await tx.updateTable('members').set({ name, name_key: name.toLowerCase() }).where('id', '=', id).execute()
  return id
}

/** Returns the placeholders with which the member has conversations or swaps. */
async function listNamelessPartners(tx: Tx, id: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select id from members where deleted_at is not null and id in (
    select other_id from conversations where member_id = ${id}
    union all select matched_id from song_swaps where initiator_id = ${id}
    union all select initiator_id from song_swaps where matched_id = ${id})`.execute(tx)
  return rows.map((row) => row.id)
}

/** Deletes placeholders that no member shares data with. */
async function deleteUnneeded(tx: Tx, nameless: readonly number[]): Promise<void> {
  await sql`delete from members where id = any(${nameless}::bigint[])
    and not exists (select from conversations where other_id = members.id)
    and not exists (select from song_swaps where members.id in (initiator_id, matched_id))`.execute(tx)
}
