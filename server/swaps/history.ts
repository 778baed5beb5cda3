import { type RawBuilder, sql } from 'kysely'
import type { SongSwap } from '#contract/swaps/swaps.ts'
import type { Db } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { type MemberId, visibleTo } from '#server/db/visible-to.ts'
import { selectPlaysSince, trackUrl } from '#server/listening/index.ts'
import { findEnd, type Swap } from './rules.ts'
import { openSince, swapColumns } from './store.ts'

interface SwapFilter extends Page {
  readonly id?: number | undefined
  readonly now: Date
}

interface Row extends Swap {
  readonly initiatorName: string
  readonly matchedName: string
  readonly initiatorTitle: string | null
  readonly matchedTitle: string | null
  readonly initiatorArtist: string | null
  readonly matchedArtist: string | null
  readonly completedAt: Date | null
  readonly initiatorTrackText: string | null
  readonly matchedTrackText: string | null
  readonly initiatorRatingText: string | null
  readonly matchedRatingText: string | null
  readonly initiatorShares: boolean
  readonly matchedShares: boolean
  readonly initiatorPlays: number | null
  readonly matchedPlays: number | null
}

/**
 * Returns a member's swaps, newest first, or only one. Hides a swap without its first track from
 * the matched member, and a swap with a block between its members from both.
 */
export async function listSwaps(db: Db, memberId: number, filter: SwapFilter): Promise<SongSwap[]> {
  const { id, now } = filter
  // Reads each side newest first from its own index, up to the page size.
  const side = (own: 'initiator_id' | 'matched_id', other: 'initiator_id' | 'matched_id') => sql`(
    select * from song_swaps where ${sql.ref(own)} = ${memberId} and ${visibleTo(memberId, other)}
      and ${own === 'matched_id' ? sql`initiator_track_id is not null` : sql`true`}
      and ${id === undefined ? sql`true` : sql`id = ${id}`}
      and ${isBelow(filter, 'id')}
    ${findNewest(filter, 'id')})`
  const plays = (own: string, received: string) => sql`case when swap.completed_at is not null then
    ${selectPlaysSince(memberId, { memberId: own, trackId: received, since: 'swap.completed_at' })} end`
  const { rows } = await markPrepared(sql<Row>`
    select ${swapColumns('swap')}, swap.completed_at as "completedAt",
      initiator_track_text as "initiatorTrackText", matched_track_text as "matchedTrackText",
      initiator_rating_text as "initiatorRatingText", matched_rating_text as "matchedRatingText",
      initiator_shares_at is not null as "initiatorShares", matched_shares_at is not null as "matchedShares",
      ${plays('swap.initiator_id', 'swap.matched_track_id')} as "initiatorPlays",
      ${plays('swap.matched_id', 'swap.initiator_track_id')} as "matchedPlays",
      initiator.name as "initiatorName", matched.name as "matchedName",
      initiator_track.title as "initiatorTitle", matched_track.title as "matchedTitle",
      initiator_artist.name as "initiatorArtist", matched_artist.name as "matchedArtist"
    from (
      select * from (${side('initiator_id', 'matched_id')} union all ${side('matched_id', 'initiator_id')}) as both_sides
      ${findNewest(filter, 'id')}) as swap
    join members as initiator on initiator.id = initiator_id join members as matched on matched.id = matched_id
    left join tracks as initiator_track on initiator_track.id = initiator_track_id
    left join artists as initiator_artist on initiator_artist.id = initiator_track.artist_id
    left join tracks as matched_track on matched_track.id = matched_track_id
    left join artists as matched_artist on matched_artist.id = matched_track.artist_id
    order by swap.id desc`).execute(db)
  return rows.map((row) => toSongSwap(row, memberId, now))
}

function toSongSwap(row: Row, viewerId: number, now: Date): SongSwap {
  const end = findEnd(row, now)
  return {
    id: row.id,
    initiated_user: row.initiatorName,
    matched_user: row.matchedName,
    initiated_track_id: row.initiatorTrackId,
    matched_track_id: row.matchedTrackId,
    initiated_track_name: row.initiatorTitle,
    matched_track_name: row.matchedTitle,
    initiated_artist_name: row.initiatorArtist,
    matched_artist_name: row.matchedArtist,
    initiated_track_url: toTrackUrl(row.initiatorArtist, row.initiatorTitle),
    matched_track_url: toTrackUrl(row.matchedArtist, row.matchedTitle),
    initiated_reaction: row.initiatorRating,
    matched_reaction: row.matchedRating,
    swap_initiated_timestamp: row.createdAt.toISOString(),
    song_swap_id: row.id,
    ...(end === undefined ? {} : { ended: end.how, ended_timestamp: end.at.toISOString() }),
    ...toResults(row),
    ...toTexts(row, viewerId),
  }
}

const toResults = ({
  completedAt,
  initiatorShares,
  matchedShares,
  initiatorPlays,
  matchedPlays,
}: Row): Partial<SongSwap> =>
  completedAt === null
    ? {}
    : {
        completed_timestamp: completedAt.toISOString(),
        shares: { initiated: initiatorShares, matched: matchedShares },
        plays_since: { initiated: initiatorPlays, matched: matchedPlays },
      }

/**
 * Returns the texts that the viewer may read. The text with a rating would reveal the rating: the
 * other member sees it once both have rated.
 */
function toTexts(row: Row, viewerId: number): Partial<SongSwap> {
  const isCompleted = row.completedAt !== null
  const texts = {
    initiated_track_text: row.initiatorTrackText,
    matched_track_text: row.matchedTrackText,
    initiated_reaction_text: isCompleted || viewerId === row.initiatorId ? row.initiatorRatingText : null,
    matched_reaction_text: isCompleted || viewerId === row.matchedId ? row.matchedRatingText : null,
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null))
}

const toTrackUrl = (artist: string | null, title: string | null): string | null =>
  artist === null || title === null ? null : trackUrl(artist, title)

/** Selects the ids of the swaps that wait for the member's move, as `isWaitingFor` defines it. */
const waitingSwaps = (memberId: MemberId, now: Date): RawBuilder<unknown> => sql`
  select id from song_swaps where matched_id = ${memberId} and completed_at is null and ended_at is null
    and sent_at >= ${openSince(now)} and (matched_track_id is null or matched_rating is null)
    and ${visibleTo(memberId, 'initiator_id')}
  union all
  select id from song_swaps where initiator_id = ${memberId} and completed_at is null and ended_at is null
    and matched_track_id is not null and matched_rating is not null and ${visibleTo(memberId, 'matched_id')}`

/** Selects how many swaps wait for the member's move. */
export const selectWaitingSwaps = (memberId: MemberId, now: Date): RawBuilder<number> =>
  sql<number>`(select count(*) from (${waitingSwaps(memberId, now)}) as waiting)`

/**
 * Selects the same number as `swaps_waiting` with at most `limit` of their ids as `waiting_swaps`:
 * one row, for a `from`.
 */
export const selectWaitingSwapIds = (memberId: MemberId, now: Date, limit: number) =>
  sql<{ swaps_waiting: number; waiting_swaps: { id: number }[] }>`(
    select count(*) as swaps_waiting,
      coalesce(to_json((array_agg(json_build_object('id', id)))[:${sql.lit(limit)}]), '[]') as waiting_swaps
    from (${waitingSwaps(memberId, now)}) as waiting)`

/** Returns the ids of a member's swap partners, if visible to the member, latest first. */
export async function listSwapPartners(db: Db, memberId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ other: number }>`
    select other from (
      select matched_id as other, id from song_swaps where initiator_id = ${memberId}
      union all
      select initiator_id, id from song_swaps where matched_id = ${memberId} and initiator_track_id is not null) as swaps
    where ${visibleTo(memberId, 'swaps.other')} group by other order by max(id) desc limit ${limit}`.execute(db)
  return rows.map(({ other }) => other)
}
