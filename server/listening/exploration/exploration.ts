import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getExploration } from '#contract/listening/charts.ts'
import { zones } from '#contract/listening/zones.ts'
import type { Db } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { isOnBoards, visibleTo } from '#server/db/visible-to.ts'
import { isOfArtist } from '../catalogue/credits.ts'

type Explorer = ResponseOf<typeof getExploration>['explorers'][number]

/** The number of deepest explorers in each zone. */
const DEEPEST = 4
/** The number of explorers nearest to the viewer in each zone, above and below. */
const NEAREST = 3

export async function countKnownTracks(db: Db, artistId: number): Promise<number> {
  const { rows } = await sql<{ known: number }>`select count(*) as known from tracks
    where ${isOfArtist('tracks.artist_id', artistId)} and merged_into is null`.execute(db)
  return rows[0]?.known ?? 0
}

/** Returns the number of different tracks of an artist that a member has heard. */
export async function countHeardTracks(db: Db, memberId: number, artistId: number): Promise<number> {
  const row = await db
    .selectFrom('artist_plays')
    .select('tracks_heard')
    .where('member_id', '=', memberId)
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  return row?.tracks_heard ?? 0
}

/**
 * An artist and a viewer: `viewerId` is left out of the explorers; nearness is relative to the
 * viewer.
 */
interface ExplorersQuery {
  readonly artistId: number
  readonly known: number
  /** The number of tracks heard by the viewer. */
  readonly heard: number
  readonly viewerId: number | null
}

/**
 * Returns the explorers of every zone, deepest first: in each zone the deepest, and those nearest
 * to the viewer. Ties rank by join date.
 */
export async function listExplorers(db: Db, { artistId, known, heard, viewerId }: ExplorersQuery): Promise<Explorer[]> {
  // An artist that only a service's chart names has no tracks in the catalogue.
  if (known === 0) return []
  const starts = zones.map(({ fromPercent }) => Math.ceil((fromPercent * known) / 100))
  const ends = [...starts.slice(1), known + 1]
  const within = sql`from artist_plays where artist_id = ${artistId} and tracks_heard >= zone.first
    and tracks_heard < zone.beyond and member_id is distinct from ${viewerId}::bigint
    and ${visibleTo(viewerId, 'artist_plays.member_id')} and ${isOnBoards('artist_plays.member_id')}`
  const { rows } = await sql<{ username: string; depth: number; picture_url: string | null }>`
    select members.name as username, tracks_heard::float8 / ${known}::float8 as depth,
      members.picture_url
    from unnest(${starts}::integer[], ${ends}::integer[]) as zone (first, beyond)
    cross join lateral (
      (select member_id, tracks_heard ${within} order by tracks_heard desc, member_id limit ${DEEPEST})
      union
      (select member_id, tracks_heard ${within} and tracks_heard <= ${heard}
        order by tracks_heard desc, member_id limit ${NEAREST})
      union
      (select member_id, tracks_heard ${within} and tracks_heard > ${heard}
        order by tracks_heard, member_id limit ${NEAREST})) as explorers
    join members on members.id = explorers.member_id
    order by tracks_heard desc, members.id`.execute(db)
  return rows.map(({ picture_url, ...row }) => ({ ...row, pfpsm: toPictures(picture_url).pfpsm }))
}
