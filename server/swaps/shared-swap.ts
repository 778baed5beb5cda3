import { type RawBuilder, sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSharedSwap } from '#contract/swaps/shared-swap.ts'
import { toPictures } from '#server/db/pictures.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { linkOpenTo } from '#server/db/visible-to.ts'
import { findPlayingLinks, type LinkReader, trackUrl } from '#server/listening/index.ts'

/** A swap's results, without what its members wrote. */
export interface SharedSwapRow {
  readonly id: number
  readonly initiator: string
  readonly matched: string
  readonly initiator_picture: string | null
  readonly matched_picture: string | null
  readonly initiator_track_id: number
  readonly matched_track_id: number
  readonly initiator_title: string
  readonly matched_title: string
  readonly initiator_artist: string
  readonly matched_artist: string
  /** The rating by the initiator: the matched member's swag. */
  readonly initiator_rating: number
  readonly matched_rating: number
  readonly completed_at: Date
  /** Whether one member has excluded their pages from search engines. */
  readonly hides: boolean
}

/**
 * Selects a swap's results if the viewer (null: a visitor) may see them by their link: both members
 * share them, and both profiles are open to the viewer. The only rule, for the page, the previews
 * and the pictures.
 */
export const selectSharedSwap = (id: number | string, viewerId: number | null, now: Date): RawBuilder<SharedSwapRow> =>
  selectShared(sql`swap.id = ${id}::bigint`, viewerId, now)

/** The example for visitors: both members let search engines list their pages. */
const selectNewestSharedSwap = (viewerId: number | null, now: Date): RawBuilder<SharedSwapRow> =>
  sql<SharedSwapRow>`${selectShared(sql`not (initiator.hides_from_search or matched.hides_from_search)`, viewerId, now)}
    order by swap.id desc limit 1`

const selectShared = (which: RawBuilder<unknown>, viewerId: number | null, now: Date): RawBuilder<SharedSwapRow> =>
  sql<SharedSwapRow>`
    select swap.id, initiator.name as initiator, matched.name as matched,
      initiator.picture_url as initiator_picture, matched.picture_url as matched_picture,
      swap.initiator_track_id, swap.matched_track_id, initiator_track.title as initiator_title, matched_track.title as matched_title,
      initiator_artist.name as initiator_artist, matched_artist.name as matched_artist,
      initiator_rating, matched_rating, swap.completed_at,
      initiator.hides_from_search or matched.hides_from_search as hides
    from song_swaps as swap
    join members as initiator on initiator.id = swap.initiator_id
    join members as matched on matched.id = swap.matched_id
    join tracks as initiator_track on initiator_track.id = swap.initiator_track_id
    join artists as initiator_artist on initiator_artist.id = initiator_track.artist_id
    join tracks as matched_track on matched_track.id = swap.matched_track_id
    join artists as matched_artist on matched_artist.id = matched_track.artist_id
    where ${which} and swap.completed_at is not null
      and swap.initiator_shares_at is not null and swap.matched_shares_at is not null
      and ${linkOpenTo(viewerId, 'initiator', now)} and ${linkOpenTo(viewerId, 'matched', now)}`

/** Returns a swap's shared results, or the newest swap's; undefined if the viewer may not see them. */
export async function findSharedSwap(
  reader: LinkReader,
  id: number | undefined,
): Promise<ResponseOf<typeof getSharedSwap> | undefined> {
  const { db, viewer, now } = reader
  const viewerId = viewer?.id ?? null
  const select = id === undefined ? selectNewestSharedSwap(viewerId, now) : selectSharedSwap(id, viewerId, now)
  const { rows } = await markPrepared(select).execute(db)
  const [row] = rows
  return row && toSharedSwap(row, await findPlayingLinks(reader, [row.initiator_track_id, row.matched_track_id]))
}

const toSharedSwap = (row: SharedSwapRow, links: ReadonlyMap<number, string>): ResponseOf<typeof getSharedSwap> => ({
  initiator: {
    username: row.initiator,
    pfpmed: toPictures(row.initiator_picture).pfpmed,
    track: row.initiator_title,
    artist: row.initiator_artist,
    track_url: trackUrl(row.initiator_artist, row.initiator_title),
    links: links.get(row.initiator_track_id),
    rating: row.matched_rating,
  },
  matched: {
    username: row.matched,
    pfpmed: toPictures(row.matched_picture).pfpmed,
    track: row.matched_title,
    artist: row.matched_artist,
    track_url: trackUrl(row.matched_artist, row.matched_title),
    links: links.get(row.matched_track_id),
    rating: row.initiator_rating,
  },
  completed_timestamp: row.completed_at.toISOString(),
})
