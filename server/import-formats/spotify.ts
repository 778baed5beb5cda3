import type { SkipReason } from '#contract/listening/imports.ts'
import { toFields } from '#server/listening/listens/scrobble.ts'
import { type RawRow, SHORTEST_MS } from './format.ts'
import { readIsoTime } from './wall-time.ts'

/*
 * Spotify's data exports: https://support.spotify.com/article/understanding-your-data/. Their times
 * are play ends.
 */

const SERVICE = 'spotify.com'
/** ListenBrainz has the address of a track, where Spotify's files have its URI. */
const TRACK_URI = /^spotify:track:/
/** Old files repeat some plays: same track, same length, within this time. */
const TWICE_WITHIN_S = 30
/** The number of earlier plays compared: the copies are close to each other. */
const LOOK_BACK = 500

/**
 * Returns a reader for `Streaming_History_Audio_*.json` and the older `endsong_*.json`. Each file
 * needs its own reader, which stores earlier plays.
 */
export function createExtendedReader(): (record: unknown) => RawRow {
  let endedAtOf = new Map<string, number>()
  return (record) => {
    const play = toFields(record)
    const title = play['master_metadata_track_name']
    const ms = play['ms_played']
    const endedAt = typeof play['ts'] === 'string' ? Date.parse(play['ts']) / 1000 : Number.NaN
    const reason = whyNoListen(play)
    if (reason !== undefined) return reason
    if (typeof ms !== 'number') return 'unreadable'
    const uri = play['spotify_track_uri']
    const key = `${typeof uri === 'string' ? uri : title}\n${ms}`
    const before = endedAtOf.get(key)
    if (endedAtOf.size >= LOOK_BACK) endedAtOf = new Map()
    endedAtOf.set(key, endedAt)
    // Within the same second it is the same listen, which counts as already stored.
    if (before !== undefined && before !== endedAt && Math.abs(endedAt - before) <= TWICE_WITHIN_S) return 'repeated'
    const artist = play['master_metadata_album_artist_name']
    const links =
      typeof uri === 'string' ? { spotify_id: uri.replace(TRACK_URI, 'https://open.spotify.com/track/') } : {}
    const details = { album: play['master_metadata_album_album_name'], service: SERVICE, links }
    return { artist, title, listenedAt: endedAt - ms / 1000, details, playedMs: ms }
  }
}

function whyNoListen(play: Readonly<Record<string, unknown>>): SkipReason | undefined {
  // Podcasts, audiobooks and videos have no track.
  if (typeof play['master_metadata_track_name'] !== 'string') return 'not_music'
  if (play['incognito_mode'] === true) return 'private_session'
  const ms = play['ms_played']
  if (typeof ms === 'number' && ms <= 0) return 'short'
  const wasPlayedToItsEnd = play['reason_end'] === 'trackdone' && play['skipped'] !== true
  return typeof ms === 'number' && ms < SHORTEST_MS && !wasPlayedToItsEnd ? 'short' : undefined
}

/**
 * Reads a record of `StreamingHistory_music_*.json` and the older `StreamingHistory*.json`. Their times
 * are full minutes in UTC.
 */
export function readAccountPlay(record: unknown): RawRow {
  const { endTime, artistName, trackName, msPlayed, ...more } = toFields(record)
  if ('podcastName' in more || 'episodeName' in more || 'audiobookName' in more) return 'not_music'
  if (typeof msPlayed !== 'number') return 'unreadable'
  if (msPlayed < SHORTEST_MS) return 'short'
  const listenedAt = (readIsoTime(endTime) - msPlayed) / 1000
  return { artist: artistName, title: trackName, listenedAt, details: { service: SERVICE }, playedMs: msPlayed }
}
