import { fieldsOf, type Row, rowOf } from './scrobble.ts'

/**
 * Reads a listen of a ListenBrainz export, old (one JSON array) or new (JSON lines); `listened_at` may be a decimal.
 * MBIDs are what the player sent, else what ListenBrainz found.
 */
export const createListenReader =
  (nowS: number) =>
  (record: unknown): Row => {
    const { listened_at, track_metadata } = fieldsOf(record)
    const { artist_name, track_name, additional_info, mbid_mapping } = fieldsOf(track_metadata)
    const listenedAt = typeof listened_at === 'string' ? Number.parseFloat(listened_at) : listened_at
    if (listenedAt === undefined || listenedAt === null) return 'now_playing'
    const seconds = typeof listenedAt === 'number' ? Math.round(listenedAt) : Number.NaN
    const [sent, mapped] = [fieldsOf(additional_info), fieldsOf(mbid_mapping)]
    const artistMbid = onlyOf(sent['artist_mbids']) ?? onlyOf(mapped['artist_mbids'])
    const trackMbid = sent['recording_mbid'] ?? mapped['recording_mbid']
    return rowOf({ artist: artist_name, title: track_name, listenedAt: seconds, artistMbid, trackMbid }, nowS)
  }

/** The name is that of an artist only where it is of one: `A feat. B` has the MBIDs of both. */
const onlyOf = (mbids: unknown): unknown => (Array.isArray(mbids) && mbids.length === 1 ? mbids[0] : undefined)
