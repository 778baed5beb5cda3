import { type RawBuilder, sql } from 'kysely'
import type { ListenDetails } from './listen-details.ts'

/** The details of a stored listen, as selected by {@link selectDetails}. */
export type DetailsRow = { readonly [Name in keyof Required<ListenDetails>]: ListenDetails[Name] | null } & {
  readonly albumId: number | null
  /** Whether the album may have a cover. */
  readonly hasRelease: boolean | null
}

/**
 * Selects the columns for a {@link DetailsRow}; the query has the joins from {@link joinDetails}.
 */
export const selectDetails: RawBuilder<unknown> = sql`albums.id as "albumId", albums.release_mbid is not null as "hasRelease", albums.title as album,
  album_artists.name as "albumArtist", details.artist_mbids::text[] as "artistMbids",
  details.recording_mbid::text as "recordingMbid", details.release_mbid::text as "releaseMbid",
  details.track_number as "trackNumber", details.duration_ms as "durationMs",
  details.player, details.client, details.service, details.links`

/** Joins the details for listens that have the alias `listen`. */
export const joinDetails: RawBuilder<unknown> = sql`
  left join listen_details as details on details.id = listen.details_id
  left join albums on albums.id = details.album_id
  left join artists as album_artists on album_artists.id = details.album_artist_id`

/** Returns the details in a row, without missing ones. */
export function toDetails(row: DetailsRow): ListenDetails {
  const { album, albumArtist, artistMbids, recordingMbid, releaseMbid } = row
  const { trackNumber, durationMs, player, client, service, links } = row
  const details = { album, albumArtist, artistMbids, recordingMbid, releaseMbid }
  const all = { ...details, trackNumber, durationMs, player, client, service, links }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

/**
 * Returns the fields for `additional_info` in ListenBrainz's API and exports. `submission_client`
 * is left out: it is the program that wrote the file.
 */
export const toAdditionalInfo = (details: ListenDetails): Readonly<Record<string, unknown>> => ({
  release_artist_name: details.albumArtist,
  artist_mbids: details.artistMbids,
  recording_mbid: details.recordingMbid,
  release_mbid: details.releaseMbid,
  tracknumber: details.trackNumber,
  duration_ms: details.durationMs,
  media_player: details.player,
  music_service: details.service,
  ...details.links,
})
