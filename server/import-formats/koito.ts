import { fromSeconds } from '#server/listening/listens/listen-details.ts'
import { toFields } from '#server/listening/listens/scrobble.ts'
import type { RawRow } from './format.ts'
import { readIsoTime } from './wall-time.ts'

/**
 * Reads a listen in a Koito export: `{version, user, listens: [...]}`. Times are play
 * starts, in UTC, and durations are seconds. Names are those marked as primary; several artists are
 * written as one name, as scrobblers write them.
 */
export function readKoito(record: unknown): RawRow {
  const { listened_at, client, track, album, artists } = toFields(record)
  const [song, release] = [toFields(track), toFields(album)]
  const people = Array.isArray(artists) ? artists.slice(0, ARTISTS_MAX).map(toFields) : []
  const names = people.map(({ aliases }) => toPrimary(aliases)).filter((name) => name !== '')
  const mbids = people.flatMap(({ mbid }) => (typeof mbid === 'string' ? [mbid] : []))
  const details = {
    album: toPrimary(release['aliases']),
    albumArtist: release['various_artists'] === true ? 'Various Artists' : undefined,
    // The MBIDs of only some artists would identify the joined name as one of them.
    artistMbids: mbids.length === people.length ? mbids : undefined,
    artistNames: names,
    recordingMbid: song['mbid'],
    releaseMbid: release['mbid'],
    durationMs: fromSeconds(song['duration']),
    client,
  }
  const listenedAt = readIsoTime(listened_at) / 1000
  return { artist: names.join(', '), title: toPrimary(song['aliases']), listenedAt, details }
}

const ARTISTS_MAX = 50
const ALIASES_MAX = 500

/** Returns the alias that is marked as primary, else the first. */
function toPrimary(aliases: unknown): string {
  const all = Array.isArray(aliases) ? aliases.slice(0, ALIASES_MAX).map(toFields) : []
  const { alias } = all.find(({ is_primary }) => is_primary === true) ?? all[0] ?? {}
  return typeof alias === 'string' ? alias : ''
}
