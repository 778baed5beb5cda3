import { sql } from 'kysely'
import type { SongSwap } from '#contract/swaps.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { visibleTo } from '#server/db/visible-to.ts'
import { trackUrl } from '#server/listening/index.ts'
import { type Side, type Swap, TRACKLESS_SWAP_MS } from './rules.ts'

export interface NewSwap {
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

/** Both members and the names that activity posts need, the swap's row locked until the transaction ends. */
export interface LockedSwap extends Swap {
  readonly initiatorName: string
  readonly matchedName: string
}

export async function findSwapForUpdate(tx: Tx, id: number): Promise<LockedSwap | undefined> {
  const { rows } = await sql<LockedSwap>`
    select song_swaps.id, initiator_id as "initiatorId", matched_id as "matchedId",
      initiator_track_id as "initiatorTrackId", matched_track_id as "matchedTrackId",
      initiator_rating as "initiatorRating", matched_rating as "matchedRating", song_swaps.created_at as "createdAt",
      initiator.name as "initiatorName", matched.name as "matchedName"
    from song_swaps join members as initiator on initiator.id = initiator_id
      join members as matched on matched.id = matched_id
    where song_swaps.id = ${id} for update of song_swaps`.execute(tx)
  return rows[0]
}

/** Sets a side's track. The initiator's first one is when the swap was sent. */
export async function updateTrack(tx: Tx, id: number, side: Side, trackId: number, now: Date): Promise<void> {
  await (side === 'initiator'
    ? sql`update song_swaps set initiator_track_id = ${trackId}, sent_at = coalesce(sent_at, ${now}) where id = ${id}`
    : sql`update song_swaps set matched_track_id = ${trackId} where id = ${id}`
  ).execute(tx)
}

/** Sets the rating that a side gives. The initiator's is the last word and completes the swap. */
export async function updateRating(tx: Tx, id: number, side: Side, rating: number, now: Date): Promise<void> {
  await (side === 'initiator'
    ? sql`update song_swaps set initiator_rating = ${rating}, completed_at = ${now} where id = ${id}`
    : sql`update song_swaps set matched_rating = ${rating} where id = ${id}`
  ).execute(tx)
}

interface Row {
  id: number
  initiated_user: string
  matched_user: string
  initiator_track_id: number | null
  matched_track_id: number | null
  initiator_title: string | null
  matched_title: string | null
  initiator_artist: string | null
  matched_artist: string | null
  initiator_rating: number | null
  matched_rating: number | null
  created_at: Date
}

/**
 * A member's swaps, newest first, or one of them. A swap without its first track is hidden from the matched member,
 * and from both once it has ended.
 */
export async function listSwaps(
  db: Db,
  memberId: number,
  filter: { readonly id?: number | undefined; readonly now: Date },
): Promise<SongSwap[]> {
  const { rows } = await sql<Row>`
    select swap.id, initiator.name as initiated_user, matched.name as matched_user, initiator_track_id, matched_track_id,
      initiator_track.title as initiator_title, matched_track.title as matched_title,
      initiator_artist.name as initiator_artist, matched_artist.name as matched_artist,
      initiator_rating, matched_rating, swap.created_at
    from (
      select * from song_swaps where initiator_id = ${memberId}
        and (initiator_track_id is not null or created_at >= ${new Date(filter.now.getTime() - TRACKLESS_SWAP_MS)})
      union all
      select * from song_swaps where matched_id = ${memberId} and initiator_track_id is not null) as swap
    join members as initiator on initiator.id = initiator_id join members as matched on matched.id = matched_id
    left join tracks as initiator_track on initiator_track.id = initiator_track_id
    left join artists as initiator_artist on initiator_artist.id = initiator_track.artist_id
    left join tracks as matched_track on matched_track.id = matched_track_id
    left join artists as matched_artist on matched_artist.id = matched_track.artist_id
    where ${filter.id === undefined ? sql`true` : sql`swap.id = ${filter.id}`}
      and ${visibleTo(memberId, 'initiator.id')} and ${visibleTo(memberId, 'matched.id')}
    order by swap.id desc`.execute(db)
  return rows.map(fromRow)
}

function fromRow(row: Row): SongSwap {
  return {
    id: row.id,
    initiated_user: row.initiated_user,
    matched_user: row.matched_user,
    initiated_track_id: row.initiator_track_id,
    matched_track_id: row.matched_track_id,
    initiated_track_name: row.initiator_title,
    matched_track_name: row.matched_title,
    initiated_artist_name: row.initiator_artist,
    matched_artist_name: row.matched_artist,
    initiated_track_url: urlOf(row.initiator_artist, row.initiator_title),
    matched_track_url: urlOf(row.matched_artist, row.matched_title),
    initiated_reaction: row.initiator_rating,
    matched_reaction: row.matched_rating,
    swap_initiated_timestamp: row.created_at.toISOString(),
    song_swap_id: row.id,
  }
}

const urlOf = (artist: string | null, title: string | null): string | null =>
  artist === null || title === null ? null : trackUrl(artist, title)

/** How many swaps wait for the member to act: what `isWaitingFor` says, counted. */
export async function countWaiting(db: Db, memberId: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from song_swaps where completed_at is null and initiator_track_id is not null and (
      (matched_id = ${memberId} and (matched_track_id is null or matched_rating is null)
        and ${visibleTo(memberId, 'song_swaps.initiator_id')})
      or (initiator_id = ${memberId} and matched_track_id is not null and matched_rating is not null
        and ${visibleTo(memberId, 'song_swaps.matched_id')}))`.execute(db)
  return rows[0]?.waiting ?? 0
}
