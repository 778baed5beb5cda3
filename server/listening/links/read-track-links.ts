import { type RawBuilder, sql } from 'kysely'
import { formatLibraryLink } from '#contract/listening/music-library.ts'
import {
  formatTrackLink,
  playingServices,
  type ServiceTrack,
  type TrackService,
  toServiceTrack,
} from '#contract/listening/track-services.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { linkRank, SERVICE_NUMBERS, selectRejections } from './track-links.ts'

const SERVICES: ReadonlyMap<number, TrackService> = new Map(
  Object.entries(SERVICE_NUMBERS).map(([service, number]) => [number, service as TrackService]),
)

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
