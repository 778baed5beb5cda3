import { isSource, type Source } from '../sources.ts'
import { type Row, toFields, toRow } from './scrobble.ts'

/**
 * Returns a reader of listens of a ListenBrainz export, old (one JSON array) or new (JSON lines);
 * `listened_at` may be a decimal. MBIDs are those sent by the player, else those mapped by
 * ListenBrainz.
 */
export const createListenReader =
  (nowS: number) =>
  (record: unknown): Row => {
    const { listened_at, track_metadata } = toFields(record)
    const { artist_name, track_name, additional_info, mbid_mapping } = toFields(track_metadata)
    const listenedAt = typeof listened_at === 'string' ? Number.parseFloat(listened_at) : listened_at
    if (listenedAt === undefined || listenedAt === null) return 'now_playing'
    const seconds = typeof listenedAt === 'number' ? Math.round(listenedAt) : Number.NaN
    const [sent, mapped] = [toFields(additional_info), toFields(mbid_mapping)]
    const artistMbid = toOnlyEntry(sent['artist_mbids']) ?? toOnlyEntry(mapped['artist_mbids'])
    const trackMbid = sent['recording_mbid'] ?? mapped['recording_mbid']
    const row = toRow({ artist: artist_name, title: track_name, listenedAt: seconds, artistMbid, trackMbid }, nowS)
    const source = findOriginalSource(sent)
    return typeof row === 'string' || source === undefined ? row : { ...row, source }
  }

/**
 * Returns the original source of a listen in a Flipside export, so that after a move to another
 * account other files are compared with it as before. Listens recorded by the other account's
 * server were not recorded by this one.
 */
function findOriginalSource({
  submission_client,
  original_source,
}: Readonly<Record<string, unknown>>): Source | undefined {
  if (submission_client !== 'Flipside') return undefined
  return isSource(original_source) && original_source !== 'played' ? original_source : 'flipside'
}

/** Returns the only MBID of a list: a name like `A feat. B` has the MBIDs of both artists. */
const toOnlyEntry = (mbids: unknown): unknown => (Array.isArray(mbids) && mbids.length === 1 ? mbids[0] : undefined)
