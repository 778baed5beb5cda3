import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { selectOwnName } from '#server/listening/catalogue/sent-names.ts'
import type { ListenDetails } from '#server/listening/listens/listen-details.ts'
import { type DetailsRow, joinDetails, selectDetails, toDetails } from '#server/listening/listens/read-details.ts'
import { findSpan } from '../imports/store.ts'
import { aggregateBeforeRead, type Services } from './aggregate-inbox.ts'

export interface ReadListen {
  readonly trackId: number
  readonly artist: string
  readonly title: string
  /** When the track started, in seconds since 1970. */
  readonly listenedAt: number
  readonly details: ListenDetails
}

/** Listens after `after` and before `before` (seconds since 1970), both excluded. */
export interface Window {
  readonly after?: number | undefined
  readonly before?: number | undefined
  /** Only listens to this track. */
  readonly trackId?: number | undefined
}

interface Page extends Window {
  readonly count: number
  readonly offset?: number
  /** The end that `offset` counts from; the result is newest first in any case. */
  readonly from?: 'newest' | 'oldest'
}

export interface OwnListens {
  /** Returns a page, newest first. */
  readonly list: (page: Page) => Promise<readonly ReadListen[]>
  readonly count: (window?: Window) => Promise<number>
  /**
   * Returns the start times of the newest and the oldest listen, in seconds since 1970; 0 without
   * listens.
   */
  readonly span: () => Promise<{ newest: number; oldest: number }>
}

/**
 * Returns read access to a member's listens for the player protocols, after aggregating the
 * member's pending scrobbles. It is the only way to read them, so that a response includes all that
 * a player has sent.
 */
export async function openListens(services: Services, memberId: number): Promise<OwnListens> {
  await aggregateBeforeRead(services, memberId)
  const { db } = services
  return {
    list: (page) => listListens(db, memberId, page),
    count: (window) => countListens(db, memberId, window),
    async span() {
      const { newest, oldest } = await findSpan(db, memberId)
      return { newest: toSeconds(newest), oldest: toSeconds(oldest) }
    },
  }
}

const toSeconds = (at: Date | null): number => Math.floor((at?.getTime() ?? 0) / 1000)

async function listListens(
  db: Db,
  memberId: number,
  { count, offset = 0, from = 'newest', ...window }: Page,
): Promise<readonly ReadListen[]> {
  const direction = from === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<DetailsRow & { trackId: number; artist: string; title: string; at: number }>`
    select track_id as "trackId", ${selectOwnName('artist', memberId)} as artist, ${selectOwnName('track', memberId)} as title, extract(epoch from listened_at)::float8 as at, ${selectDetails}
    from (
      select listened_at, track_id, details_id from listens where member_id = ${memberId} and ${inWindow(window)}
      order by listened_at ${direction}, track_id ${direction} limit ${count} offset ${offset}) as listen
    join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id ${joinDetails}
    order by listened_at desc, track_id desc`.execute(db)
  return rows.map((row) => ({
    trackId: row.trackId,
    artist: row.artist,
    title: row.title,
    listenedAt: Math.floor(row.at),
    details: toDetails(row),
  }))
}

/** Returns the number of listens. The total is stored by source when listens are added. */
async function countListens(db: Db, memberId: number, window: Window = {}): Promise<number> {
  const { rows } =
    window.after === undefined && window.before === undefined && window.trackId === undefined
      ? await sql<{ n: number }>`
          select coalesce(sum(listens), 0) as n from listen_sources where member_id = ${memberId}`.execute(db)
      : await sql<{ n: number }>`
          select count(*) as n from listens where member_id = ${memberId} and ${inWindow(window)}`.execute(db)
  return rows[0]?.n ?? 0
}

const inWindow = ({ after, before, trackId }: Window) => sql<boolean>`(
  ${trackId === undefined ? sql`true` : sql`track_id = ${trackId}`} and
  ${after === undefined ? sql`true` : sql`listened_at > to_timestamp(${after}::float8)`}
  and ${before === undefined ? sql`true` : sql`listened_at < to_timestamp(${before}::float8)`})`
