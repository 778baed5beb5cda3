import { sql } from 'kysely'
import { toServiceTrack } from '#contract/listening/track-services.ts'
import type { Db } from '#server/db/open.ts'
import { nameKey } from '#server/listening/catalogue/name-key.ts'
import { toTrackName } from '#server/listening/catalogue/track-name.ts'
import { toFields } from '#server/listening/listens/scrobble.ts'
import { toText } from './read-text.ts'
import type { Library } from './store.ts'

/*
 * Songs are matched to known tracks by recording id, by ISRC, and by artist and title, folded as
 * track identities are. A track has one song: the first one found in the surest way.
 */

interface ListedSong {
  readonly id: string
  readonly artistKey: string
  readonly titleKey: string
  readonly mbid: string | null
  readonly isrc: string | null
  readonly durationMs: number | null
  readonly bytes: number | null
  /** Empty if the library does not state it. */
  readonly contentType: string
}

/** Longer songs and larger files are nonsense. */
const DURATION_MAX_S = 86_400
const BYTES_MAX = 10_000_000_000

/** Returns the song in an API record; undefined for anything else, such as a video. */
export function toListedSong(record: unknown): ListedSong | undefined {
  const fields = toFields(record)
  const id = toText(fields['id'])
  const names = toTrackName({ artist: fields['artist'], title: fields['title'] })
  const contentType = toText(fields['contentType'])?.toLowerCase() ?? ''
  const isAudio = contentType === '' || /^audio\/[\w.+-]{1,60}$/.test(contentType)
  if (id === undefined || typeof names === 'string' || !isAudio) return undefined
  if (fields['isVideo'] === true || fields['isDir'] === true) return undefined
  const isrcs = Array.isArray(fields['isrc']) ? fields['isrc'] : [fields['isrc']]
  const mbid = toText(fields['musicBrainzId'])?.toLowerCase() ?? ''
  const seconds = toCount(fields['duration'], DURATION_MAX_S)
  return {
    id,
    artistKey: nameKey(names.artist),
    titleKey: nameKey(names.title),
    mbid: toServiceTrack('musicbrainz', mbid)?.id ?? null,
    isrc: isrcs.slice(0, 20).flatMap((isrc) => toIsrc(isrc) ?? [])[0] ?? null,
    durationMs: seconds === null ? null : Math.round(seconds * 1000),
    bytes: toCount(fields['size'], BYTES_MAX),
    contentType,
  }
}

const toIsrc = (value: unknown): string | undefined =>
  toServiceTrack('isrc', toText(value)?.replaceAll('-', '').trim().toUpperCase() ?? '')?.id

const toCount = (value: unknown, max: number): number | null =>
  typeof value === 'number' && value > 0 && value <= max ? Math.floor(value) : null

/**
 * Stores the songs on a page that are tracks known here, in one statement. Links that only members
 * have shared find nothing: a single member could name another song. Does nothing if the library
 * was unlinked, or linked again.
 */
export async function storeMatches(
  db: Db,
  { memberId, linkedAt, runStartedAt }: Library,
  songs: readonly ListedSong[],
): Promise<void> {
  if (songs.length === 0) return
  await sql`
    with listed as materialized (
      select * from unnest(${songs.map((song) => song.id)}::text[], ${songs.map((song) => song.artistKey)}::text[],
        ${songs.map((song) => song.titleKey)}::text[], ${songs.map((song) => song.mbid)}::text[],
        ${songs.map((song) => song.isrc)}::text[], ${songs.map((song) => song.durationMs)}::integer[],
        ${songs.map((song) => song.bytes)}::bigint[], ${songs.map((song) => song.contentType)}::text[])
        with ordinality as sent (song_id, name_key, title_key, mbid, isrc, duration_ms, bytes, content_type, place)),
    found as (
      select place, 1 as matched_by, recording.id as track_id from listed cross join lateral (
        select id from tracks where mbid = listed.mbid::uuid limit 20) as recording
      union all
      select place, case service when 11 then 1 else 2 end, link.track_id from listed cross join lateral (
        select service, track_id from track_links where source <> 3 and (
          (service = 11 and external_id = listed.mbid) or (service = 12 and external_id = listed.isrc)) limit 20) as link
      union all
      select place, 3, named.id from listed cross join lateral (
        select tracks.id from artists join tracks on tracks.artist_id = coalesce(artists.merged_into, artists.id)
          and tracks.title_key = listed.title_key where artists.name_key = listed.name_key limit 1) as named),
    matches as (
      select distinct on (main.id) main.id as track_id, matched_by, listed.*
      from found join listed using (place) join tracks on tracks.id = found.track_id
      join tracks as main on main.id = coalesce(tracks.merged_into, tracks.id)
      order by main.id, matched_by, place)
    insert into library_songs as known (member_id, track_id, song_id, duration_ms, bytes, content_type, matched_by, seen_at)
    select ${memberId}::bigint, track_id, song_id, duration_ms, bytes, content_type, matched_by, ${runStartedAt}::timestamptz
    from matches
    where exists (select from music_libraries where member_id = ${memberId} and linked_at = ${linkedAt}::timestamptz)
    order by track_id
    on conflict (member_id, track_id) do update set song_id = excluded.song_id, duration_ms = excluded.duration_ms,
      bytes = excluded.bytes, content_type = excluded.content_type, matched_by = excluded.matched_by, seen_at = excluded.seen_at
    where known.seen_at < excluded.seen_at or known.matched_by > excluded.matched_by`.execute(db)
}
