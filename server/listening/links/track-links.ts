import { type RawBuilder, sql } from 'kysely'
import { formatLibraryLink } from '#contract/listening/music-library.ts'
import {
  formatTrackLink,
  playingServices,
  type ServiceTrack,
  TRACK_LINKS_PER_SERVICE_MAX,
  type TrackService,
  toServiceTrack,
} from '#contract/listening/track-services.ts'
import { isActingAdmin } from '#server/accounts/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { listFrom, type Pair, selectPairs } from '../catalogue/pairs.ts'

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

const SERVICES: ReadonlyMap<number, TrackService> = new Map(
  Object.entries(SERVICE_NUMBERS).map(([service, number]) => [number, service as TrackService]),
)

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
const selectRank = (column: string) => sql<number>`array_position(${NUMBERS_BY_RANK}::smallint[], ${sql.ref(column)})`

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
        and (last_seen < ${TODAY} - ${SEEN_EVERY}::interval or ${selectRank('source')} > ${rank})
      order by track_id, service, place for no key update skip locked),
    seen as (
      update track_links set last_seen = ${TODAY},
        source = case when ${selectRank('source')} > ${rank} then ${number} else source end
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

/**
 * Returns the ids of a track at services, in the order in which they were first seen, without those
 * that the viewer, an admin or three members have rejected.
 */
export async function listTrackLinks(
  db: Db,
  trackId: number,
  viewerId: number | null,
  now: Date,
): Promise<readonly ServiceTrack[]> {
  const { rows } = await sql<LinkRow>`select service, external_id as id from track_links as link
    where track_id = ${trackId} and not ${isRejected(viewerId, now)} order by service, ${linkRank}, place`.execute(db)
  return rows.flatMap((row) => toLink(row) ?? [])
}

/** Orders links: those of scrobbles and files first, then those of MusicBrainz, then shared ones. */
export const linkRank = sql`greatest(${selectRank('source')}, 2)`

/** Whether only members have shared a link. */
export const isSharedLink = sql<boolean>`(source = ${sql.lit(LINK_SOURCE_NUMBERS.shared)})`

interface LinkRow {
  readonly service: number
  readonly id: string
}

function toLink({ service, id }: LinkRow): ServiceTrack | undefined {
  const known = SERVICES.get(service)
  return known && toServiceTrack(known, id)
}

/** Returns the condition that a `link` is hidden from a viewer (null: a visitor). */
const isRejected = (viewerId: number | null, now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (${selectRejections(now)} or bool_or(member_id = ${viewerId}::bigint))`

/** Selects a `link`'s rejections, if they hide it from all. Ends with this condition. */
export function selectRejections(now: Date): RawBuilder<unknown> {
  return sql`select from rejected_track_links as rejected join members on members.id = rejected.member_id
    where rejected.track_id = link.track_id and rejected.service = link.service
      and rejected.external_id = link.external_id
    having count(*) >= ${sql.lit(REJECTIONS_MAX)} or bool_or(${isActingAdmin(now)})`
}

/** A request that reads links: they depend on what its viewer has rejected. */
export interface LinkReader {
  readonly db: Db
  readonly now: Date
  /** Null: a visitor. */
  readonly viewer: { readonly id: number } | null
}

/**
 * The service for a song in the viewer's library, listed last. It is in no row of `track_links`.
 */
const LIBRARY_NUMBER = 100

const PLAYING: readonly number[] = playingServices.map((service) => SERVICE_NUMBERS[service])

/**
 * Returns the links that play the tracks, as `TrackLinks` has them: for each service the first one
 * that is not hidden from the viewer, and the song in the viewer's own library. Tracks without
 * links are absent. One statement.
 */
export async function findPlayingLinks(
  { db, viewer, now }: LinkReader,
  trackIds: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>()
  const ids = [...new Set(trackIds)].filter((id) => id !== null && id !== undefined)
  if (ids.length === 0) return found
  // The limit makes the planner look up the links of each track by the key.
  const { rows } = await markPrepared(sql<LinkRow & { track: number }>`
    select track.id as track, link.service, link.id
    from unnest(${ids}::bigint[]) as track (id) join tracks on tracks.id = track.id
    cross join lateral (
      select distinct on (service) service, external_id as id from (
        select * from track_links where track_id = coalesce(tracks.merged_into, tracks.id)
          and service = any(${PLAYING}::smallint[]) order by service, place limit 100) as link
      where not ${isRejected(viewer?.id ?? null, now)} order by service, ${linkRank}, place) as link
    union all
    select track.id, ${sql.lit(LIBRARY_NUMBER)}, songs.track_id::text
    from unnest(${ids}::bigint[]) as track (id) join tracks on tracks.id = track.id
    join library_songs as songs on songs.member_id = ${viewer?.id ?? null}::bigint
      and songs.track_id = coalesce(tracks.merged_into, tracks.id)
    order by track, service`).execute(db)
  for (const row of rows) {
    const text = formatRow(row)
    if (text !== undefined) found.set(row.track, `${found.get(row.track) ?? ''} ${text}`.trim())
  }
  return found
}

/** Returns the link text in a response; undefined for an id with another form. */
function formatRow(row: LinkRow): string | undefined {
  if (row.service === LIBRARY_NUMBER) return formatLibraryLink(Number(row.id))
  const link = toLink(row)
  return link && formatTrackLink(link)
}

/** Moves the links of tracks to others, as far as there is room, and what was rejected. */
export async function moveTrackLinks(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  await sql`with moved as (
      delete from track_links using ${selectPairs(pairs)} where track_id = from_id
      returning into_id, service, place, external_id, source, first_seen, last_seen)
    insert into track_links (track_id, service, place, external_id, source, first_seen, last_seen)
    select into_id, service, new_place, external_id, source, first_seen, last_seen
    from (
      select moved.*, (select count(*) from track_links as own where own.track_id = into_id and own.service = moved.service)
        + row_number() over (partition by into_id, service order by place) as new_place
      from moved where not exists (select from track_links as own where own.track_id = into_id
        and own.service = moved.service and own.external_id = moved.external_id)) as fresh
    where new_place <= ${sql.lit(TRACK_LINKS_PER_SERVICE_MAX)} on conflict do nothing`.execute(tx)
  await sql`with moved as (
      delete from rejected_track_links using ${selectPairs(pairs)} where track_id = from_id
      returning member_id, into_id, service, external_id, created_at)
    insert into rejected_track_links (member_id, track_id, service, external_id, created_at)
    select member_id, into_id, service, external_id, created_at from moved on conflict do nothing`.execute(tx)
}

/**
 * Moves the songs that libraries have for tracks to others, unless a library has a song for these
 * too. Libraries are few: each is looked up by the key.
 */
export async function moveLibrarySongs(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  await sql`with moved as (
      delete from library_songs using ${selectPairs(pairs)}
      where member_id in (select member_id from music_libraries) and track_id = any(${listFrom(pairs)}) and track_id = from_id
      returning *)
    insert into library_songs (member_id, track_id, song_id, duration_ms, bytes, content_type, matched_by, seen_at)
    select member_id, into_id, song_id, duration_ms, bytes, content_type, matched_by, seen_at from moved
    on conflict do nothing`.execute(tx)
}
