import { type RawBuilder, sql } from 'kysely'
import {
  type ServiceTrack,
  TRACK_LINKS_PER_SERVICE_MAX,
  type TrackService,
} from '#contract/listening/track-services.ts'
import { isActingAdmin } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/open.ts'

/* `track_links`: track ids at services. A row belongs to a track, and has no member. */

/** The numbers are stored and never change meaning. */
export const SERVICE_NUMBERS = {
  spotify: 1,
  'spotify-album': 2,
  apple: 3,
  youtube: 4,
  deezer: 5,
  tidal: 6,
  soundcloud: 7,
  bandcamp: 8,
  amazon: 9,
  qobuz: 10,
  musicbrainz: 11,
  isrc: 12,
} as const satisfies Record<TrackService, number>

/** How a link became known. The numbers are stored and never change meaning. */
const LINK_SOURCE_NUMBERS = { scrobble: 1, import: 2, shared: 3, musicbrainz: 4 } as const
export type LinkSource = keyof typeof LINK_SOURCE_NUMBERS

export interface LinkedTrack extends ServiceTrack {
  readonly trackId: number
}

/**
 * The last place that a link of a source may take. Members may share links to any song, and
 * MusicBrainz may know another version of it: scrobbles and files always have a place.
 */
const PLACES: Readonly<Record<LinkSource, number>> = {
  scrobble: TRACK_LINKS_PER_SERVICE_MAX,
  import: TRACK_LINKS_PER_SERVICE_MAX,
  musicbrainz: 3,
  shared: 2,
}

/** The order of sources, the most certain one first. */
const SOURCES_BY_RANK: readonly LinkSource[] = ['scrobble', 'import', 'musicbrainz', 'shared']
const NUMBERS_BY_RANK = sql.lit(`{${SOURCES_BY_RANK.map((source) => LINK_SOURCE_NUMBERS[source]).join(',')}}`)
/** The place of a link's source in this order, from 1. */
const sourceRank = sql<number>`array_position(${NUMBERS_BY_RANK}::smallint[], source)`

/** A link that is seen often is updated once in this time. */
const SEEN_EVERY = '30 days'
const TODAY: RawBuilder<unknown> = sql`(now() at time zone 'UTC')::date`

/**
 * Stores track links in one statement, the first four for each track and service, and the day on
 * which they were seen. Skips a link that is hidden from all, and one that another transaction adds
 * or updates. Call it at the end of a transaction: until then it blocks others that add a link to
 * the same track.
 */
export async function storeTrackLinks(tx: Tx, links: readonly LinkedTrack[], source: LinkSource): Promise<void> {
  if (links.length === 0) return
  const number = sql`${LINK_SOURCE_NUMBERS[source]}::smallint`
  const rank = sql.lit(SOURCES_BY_RANK.indexOf(source) + 1)
  // Subqueries with a limit are evaluated by the index for each link: the planner cannot know their
  // number, and would read the whole table for a batch.
  await sql`
    with sent_link as materialized (
      select coalesce(tracks.merged_into, tracks.id) as track_id, service, external_id, min(nth) as nth
      from unnest(${links.map((link) => link.trackId)}::bigint[],
        ${links.map((link) => SERVICE_NUMBERS[link.service])}::smallint[], ${links.map((link) => link.id)}::text[])
        with ordinality as sent (named_id, service, external_id, nth)
      join tracks on tracks.id = named_id group by 1, 2, 3),
    compared as materialized (
      select sent_link.*,
        (select known.place from track_links as known where known.track_id = sent_link.track_id
          and known.service = sent_link.service and known.external_id = sent_link.external_id limit 1) as place,
        (select last.place from track_links as last where last.track_id = sent_link.track_id
          and last.service = sent_link.service order by last.place desc limit 1) as last_place
      from sent_link),
    outdated as materialized (
      select track_id, service, place from track_links
      where (track_id, service, place) in (select track_id, service, place from compared where place is not null)
        and (last_seen < ${TODAY} - ${SEEN_EVERY}::interval or ${sourceRank} > ${rank})
      order by track_id, service, place for no key update skip locked),
    seen as (
      update track_links set last_seen = ${TODAY},
        source = case when ${sourceRank} > ${rank} then ${number} else source end
      from outdated where track_links.track_id = outdated.track_id and track_links.service = outdated.service and track_links.place = outdated.place)
    insert into track_links (track_id, service, place, external_id, source, first_seen, last_seen)
    select track_id, service, new_place, external_id, ${number}, ${TODAY}, ${TODAY}
    from (
      select track_id, service, external_id, coalesce(last_place, 0)
        + row_number() over (partition by track_id, service order by nth) as new_place
      from compared as link where place is null and not exists (${selectRejections(new Date())})) as fresh
    where new_place <= ${PLACES[source]}
    order by track_id, service, new_place
    on conflict do nothing`.execute(tx)
}

/** How many members hide a link from all. */
const REJECTIONS_MAX = 3

/** Orders links: those of scrobbles and files first, then those of MusicBrainz, then shared ones. */
export const linkRank = sql`greatest(${sourceRank}, 2)`

/** Whether only members have shared a link. */
export const isSharedLink = sql<boolean>`(source = ${sql.lit(LINK_SOURCE_NUMBERS.shared)})`

/** Selects a `link`'s rejections, if they hide it from all. Ends with this condition. */
export function selectRejections(now: Date): RawBuilder<unknown> {
  return sql`select from rejected_track_links as rejected join members on members.id = rejected.member_id
    where rejected.track_id = link.track_id and rejected.service = link.service
      and rejected.external_id = link.external_id
    having count(*) >= ${sql.lit(REJECTIONS_MAX)} or bool_or(${isActingAdmin(now)})`
}
