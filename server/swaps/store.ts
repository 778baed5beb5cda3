import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { type Ended, type Side, type Swap, UNANSWERED_SWAP_MS } from './rules.ts'

interface NewSwap {
  readonly initiatorId: number
  readonly matchedId: number
  readonly isRandom: boolean
  readonly createdAt: Date
}

export async function insertSwap(tx: Tx, swap: NewSwap): Promise<number> {
  const row = await tx
    .insertInto('song_swaps')
    .values({
      initiator_id: swap.initiatorId,
      matched_id: swap.matchedId,
      is_random: swap.isRandom,
      created_at: swap.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns how many unanswered swaps a member has begun with another. */
export async function countOpenSwaps(tx: Tx, initiatorId: number, matchedId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from song_swaps
    where initiator_id = ${initiatorId} and matched_id = ${matchedId} and completed_at is null and ended_at is null
      and (matched_track_id is null or matched_rating is null)
      and coalesce(sent_at, created_at) >= ${openSince(now)}`.execute(tx)
  return rows[0]?.open ?? 0
}

/** Returns the columns for a {@link Swap}, from the table or its alias. */
export const swapColumns = (table = 'song_swaps') => {
  const of = sql.ref(table)
  return sql`${of}.id, ${of}.initiator_id as "initiatorId", ${of}.matched_id as "matchedId",
    ${of}.initiator_track_id as "initiatorTrackId", ${of}.matched_track_id as "matchedTrackId",
    ${of}.initiator_rating as "initiatorRating", ${of}.matched_rating as "matchedRating",
    ${of}.created_at as "createdAt", ${of}.sent_at as "sentAt", ${of}.ended, ${of}.ended_at as "endedAt"`
}

/**
 * A swap with its row locked until the transaction ends, with the names that activity posts need.
 */
export interface LockedSwap extends Swap {
  readonly initiatorName: string
  readonly matchedName: string
}

export async function findSwapForUpdate(tx: Tx, id: number): Promise<LockedSwap | undefined> {
  const { rows } = await sql<LockedSwap>`
    select ${swapColumns()}, initiator.name as "initiatorName", matched.name as "matchedName",
      coalesce(initiator.deleted_at, matched.deleted_at) is not null as "isLeft"
    from song_swaps join members as initiator on initiator.id = initiator_id
      join members as matched on matched.id = matched_id
    where song_swaps.id = ${id} for update of song_swaps`.execute(tx)
  return rows[0]
}

export interface SwappedTrack {
  readonly trackId: number
  readonly text?: string | undefined
}

export interface NewRating {
  readonly rating: number
  readonly text?: string | undefined
}

/**
 * Sets a side's track with its text. The initiator's first one sets the time when the swap was
 * sent.
 */
export async function updateTrack(tx: Tx, id: number, side: Side, sent: SwappedTrack, now: Date): Promise<void> {
  const { trackId, text = null } = sent
  await (side === 'initiator'
    ? sql`update song_swaps set initiator_track_id = ${trackId}, initiator_track_text = ${text},
        sent_at = coalesce(sent_at, ${now}) where id = ${id}`
    : sql`update song_swaps set matched_track_id = ${trackId}, matched_track_text = ${text} where id = ${id}`
  ).execute(tx)
}

/** Sets the rating by a side, with its text. The initiator's completes the swap. */
export async function updateRating(tx: Tx, id: number, side: Side, newRating: NewRating, now: Date): Promise<void> {
  const { rating, text = null } = newRating
  await (side === 'initiator'
    ? sql`update song_swaps set initiator_rating = ${rating}, initiator_rating_text = ${text},
        completed_at = ${now} where id = ${id}`
    : sql`update song_swaps set matched_rating = ${rating}, matched_rating_text = ${text} where id = ${id}`
  ).execute(tx)
}

export async function updateEnd(tx: Tx, id: number, how: Ended, now: Date): Promise<void> {
  await sql`update song_swaps set ended = ${how}, ended_at = ${now} where id = ${id}`.execute(tx)
}

/** Sets or removes a side's agreement to share the results; the first one's time stays. */
export async function updateSharing(tx: Tx, id: number, side: Side, sharesAt: Date | null): Promise<void> {
  const column = sql.ref(side === 'initiator' ? 'initiator_shares_at' : 'matched_shares_at')
  const value = sharesAt === null ? sql`null` : sql`coalesce(${column}, ${sharesAt})`
  await sql`update song_swaps set ${column} = ${value} where id = ${id}`.execute(tx)
}

/** Locks expired swaps that are not marked as ended, at most `limit`, and returns their ids. */
export async function listUnansweredForUpdate(tx: Tx, now: Date, limit: number): Promise<readonly number[]> {
  // The condition in the index song_swaps_unanswered. Skips rows that are locked by a request: the
  // next round sees its result.
  const { rows } = await sql<{ id: number }>`
    select id from song_swaps
    where completed_at is null and ended_at is null and (matched_track_id is null or matched_rating is null)
      and coalesce(sent_at, created_at) < ${openSince(now)}
    order by coalesce(sent_at, created_at) limit ${limit} for update skip locked`.execute(tx)
  return rows.map((row) => row.id)
}

/** Returns the time before which unanswered swaps have expired. */
export const openSince = (now: Date): Date => new Date(now.getTime() - UNANSWERED_SWAP_MS)
