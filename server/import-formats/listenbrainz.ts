import { fromSeconds, type RawListenDetails } from '#server/listening/listens/listen-details.ts'
import { toFields } from '#server/listening/listens/scrobble.ts'
import { isSource, type Source } from '#server/listening/listens/sources.ts'
import type { FeedbackCollector } from './feedback-rows.ts'
import type { RawRow } from './format.ts'

/**
 * Reads a listen in a ListenBrainz export, old (one JSON array) or new (JSON lines); `listened_at` may
 * be a decimal. MBIDs are those sent by the player, else those mapped by ListenBrainz.
 */
export function readListen(record: unknown, feedback?: FeedbackCollector): RawRow {
  const { listened_at, track_metadata } = toFields(record)
  const { artist_name: artist, track_name: title, release_name, ...metadata } = toFields(track_metadata)
  const listenedAt = typeof listened_at === 'string' ? Number.parseFloat(listened_at) : listened_at
  if (listenedAt === undefined || listenedAt === null) return 'now_playing'
  feedback?.learn(metadata['recording_msid'], { artist, title })
  const sent = toFields(metadata['additional_info'])
  return {
    artist,
    title,
    listenedAt: typeof listenedAt === 'number' ? Math.round(listenedAt) : Number.NaN,
    details: readAdditionalInfo(release_name, sent, toFields(metadata['mbid_mapping'])),
    playedMs: sent['ms_played'],
    source: findOriginalSource(sent),
  }
}

/**
 * Returns a listen's original source in a Flipside export, so that after a move to another account
 * other files are compared with it as before. Listens recorded by the other account's server were
 * not recorded by this one.
 */
function findOriginalSource({
  submission_client,
  original_source,
}: Readonly<Record<string, unknown>>): Source | undefined {
  if (submission_client !== 'Flipside') return undefined
  return isSource(original_source) && original_source !== 'played' ? original_source : 'flipside'
}

/** Program names that are not players: they write listens from elsewhere. */
const EXPORTERS: ReadonlySet<unknown> = new Set(['Flipside'])

/**
 * Returns a listen's details in ListenBrainz's form: from `release_name`, `additional_info`, and
 * `mbid_mapping` for MBIDs that the player did not send.
 */
export function readAdditionalInfo(
  album: unknown,
  sent: Readonly<Record<string, unknown>>,
  mapped: Readonly<Record<string, unknown>> = {},
): RawListenDetails {
  const client = sent['submission_client']
  return {
    album,
    albumArtist: sent['release_artist_name'] ?? sent['albumartist'],
    artistMbids: (listsAll(sent) ? sent['artist_mbids'] : undefined) ?? mapped['artist_mbids'],
    artistNames: sent['artist_names'],
    recordingMbid: sent['recording_mbid'] ?? mapped['recording_mbid'],
    releaseMbid: sent['release_mbid'] ?? mapped['release_mbid'],
    trackNumber: sent['tracknumber'],
    durationMs: sent['duration_ms'] ?? fromSeconds(sent['duration']),
    player: sent['media_player'],
    client: EXPORTERS.has(client) ? sent['original_submission_client'] : client,
    service: sent['music_service'] ?? sent['music_service_name'],
    links: sent,
  }
}

/** Returns whether each name in a listen's credit has an MBID, as far as the names are sent. */
const listsAll = ({ artist_names: names, artist_mbids: mbids }: Readonly<Record<string, unknown>>) =>
  !Array.isArray(names) || !Array.isArray(mbids) || names.length === mbids.length
