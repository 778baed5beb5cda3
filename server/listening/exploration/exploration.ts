import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getExploration } from '#contract/listening/charts.ts'
import { zones } from '#contract/listening/zones.ts'
import type { Db } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { isOnBoards, visibleTo } from '#server/db/visible-to.ts'
import { isKnown, selectHeard } from '../catalogue/select-depth.ts'
import type { Depths } from './depth.ts'

type Explorer = ResponseOf<typeof getExploration>['explorers'][number]

/** The number of deepest explorers in each zone. */
const DEEPEST = 4
/** The number of explorers nearest to the viewer in each zone, above and below. */
const NEAREST = 3

/** Returns how many of an artist's tracks two members have heard, or the viewer alone. */
export async function countKnownTracks(db: Db, artistId: number, viewerId: number | null): Promise<number> {
  const { rows } = await sql<{ known: number }>`select count(*) as known from (${selectHeard(artistId)}) as track
    where ${isKnown(sql`${viewerId}::bigint`)}`.execute(db)
  return rows[0]?.known ?? 0
}

export async function countHeardTracks(db: Db, memberId: number, artistId: number): Promise<number> {
  const row = await db
    .selectFrom('artist_plays')
    .select('tracks_heard')
    .where('member_id', '=', memberId)
    .where('artist_id', '=', artistId)
    .executeTakeFirst()
  return row?.tracks_heard ?? 0
}

export async function countDepths(db: Db, artistId: number, tracks: number): Promise<Depths> {
  const { rows } = await sql<Depths>`
    select count(*) filter (where tracks_heard < ${tracks}) as shallower,
      count(*) filter (where tracks_heard = ${tracks}) as level, count(*) as all
    from artist_plays
    where artist_id = ${artistId} and tracks_heard > 0 and ${isOnBoards('artist_plays.member_id')}`.execute(db)
  return rows[0] ?? { shallower: 0, level: 0, all: 0 }
}

/**
 * An artist and a viewer: `viewerId` is left out of the explorers; nearness is relative to the
 * viewer.
 */
interface ExplorersQuery {
  readonly artistId: number
  readonly depth: number
  readonly viewerId: number | null
}

/**
 * Returns the explorers in every zone, deepest first: in each zone the deepest, and those nearest
 * to the viewer. Ties rank by heard tracks, then by join date. An explorer's known tracks are those
 * that two members have heard, and those that only the explorer has.
 */
export async function listExplorers(db: Db, { artistId, depth, viewerId }: ExplorersQuery): Promise<Explorer[]> {
  const starts = zones.map(({ fromPercent }) => fromPercent / 100)
  const inZone = sql`over (partition by zone order by depth desc, tracks_heard desc, member_id)`
  const { rows } = await sql<{ username: string; depth: number; picture_url: string | null }>`
    with heard as materialized (${selectHeard(artistId)}),
    shared as materialized (select count(*) as tracks from heard where first_member < last_member),
    own as materialized (
      select first_member as member_id, count(*) as tracks from heard where first_member = last_member group by 1),
    explorers as materialized (
      select member_id, tracks_heard, tracks_heard::float8 / nullif(shared.tracks + coalesce(own.tracks, 0), 0) as depth
      from artist_plays left join own using (member_id) cross join shared
      where artist_id = ${artistId} and tracks_heard > 0 and member_id is distinct from ${viewerId}::bigint
        and ${visibleTo(viewerId, 'artist_plays.member_id')} and ${isOnBoards('artist_plays.member_id')}),
    placed as (
      select *, row_number() ${inZone} as deepest,
        row_number() over (partition by zone, depth <= ${depth} order by abs(depth - ${depth}), tracks_heard desc, member_id) as nearest
      from (select *, width_bucket(depth, ${starts}::float8[]) as zone from explorers where depth is not null) as zoned)
    select members.name as username, depth, members.picture_url
    from placed join members on members.id = member_id
    where deepest <= ${DEEPEST} or nearest <= ${NEAREST}
    order by depth desc, tracks_heard desc, members.id`.execute(db)
  return rows.map(({ picture_url, ...row }) => ({ ...row, pfpsm: toPictures(picture_url).pfpsm }))
}
