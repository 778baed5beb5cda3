import { fieldsOf, type Row, rowOf } from './scrobble.ts'

/** Reads a listen of a ListenBrainz export, old (one JSON array) or new (JSON lines); `listened_at` may be a decimal. */
export const createListenReader =
  (nowS: number) =>
  (record: unknown): Row => {
    const { listened_at, track_metadata } = fieldsOf(record)
    const { artist_name, track_name } = fieldsOf(track_metadata)
    const listenedAt = typeof listened_at === 'string' ? Number.parseFloat(listened_at) : listened_at
    if (listenedAt === undefined || listenedAt === null) return 'now_playing'
    const seconds = typeof listenedAt === 'number' ? Math.round(listenedAt) : Number.NaN
    return rowOf({ artist: artist_name, title: track_name, listenedAt: seconds }, nowS)
  }
