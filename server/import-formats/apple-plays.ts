import type { SkipReason } from '#contract/listening/imports.ts'
import { type Row, toRow } from '#server/listening/listens/scrobble.ts'
import { createPlayJoiner, type PlayPart } from './apple-joined-plays.ts'
import type { CsvColumns } from './csv-columns.ts'
import { type Format, SHORTEST_MS } from './format.ts'
import type { ReadContext } from './read-context.ts'
import { readIsoTime } from './wall-time.ts'

/*
 * `Apple Music Play Activity.csv` from Apple's data export, in UTC. Exports until about 2022 name
 * the artist; later ones do not, except for some containers: other files in the export do.
 */

/** Thrown by a file in a zip that needs names from other files, which are not read yet. */
export class NeedsNames extends Error {
  override readonly name = 'NeedsNames'
}

/** A longer play is a device that was left on: its length counts once. */
const PLAYED_MAX_MS = 86_400_000
const FAILURES: ReadonlySet<string> = new Set(['FAILED_TO_LOAD', 'NOT_SUPPORTED_BY_CLIENT'])
const NATURAL: ReadonlySet<string> = new Set(['NATURAL_END_OF_TRACK', 'NATURAL'])

/**
 * Returns whether a header is from a play activity. Older exports call the title `Content Name`.
 */
export const isPlayActivityHeader = (columns: CsvColumns): boolean =>
  columns.has('play duration milliseconds') &&
  (columns.has('song name') || columns.has('content name')) &&
  (columns.has('event end timestamp') || columns.has('event start timestamp'))

/** Returns the play activity format. Throws NeedsNames while names may come. */
export function playActivityFormat(columns: CsvColumns, context: ReadContext): Format<readonly string[]> {
  if (!context.trackArtists.isComplete()) throw new NeedsNames()
  const joiner = createPlayJoiner()
  const toRows = (plays: ReadonlyArray<PlayPart | 'joined'>): readonly Row[] =>
    plays.map((play) => (play === 'joined' ? play : readPlay(play, context)))
  return {
    source: 'apple-music',
    read(row) {
      const part = readPart(columns, row)
      return typeof part === 'string' ? [part] : toRows(joiner.push(part))
    },
    *finish() {
      for (const plays of joiner.finish()) yield toRows(plays)
    },
  }
}

function readPart(columns: CsvColumns, row: readonly string[]): PlayPart | SkipReason {
  if (row.length !== columns.names.length) return 'unreadable'
  const get = (...names: readonly string[]): string => columns.get(row, ...names)?.trim() ?? ''
  const reason = get('end reason type').toUpperCase()
  // `PLAY_START`, `LYRIC_DISPLAY` and others are no plays. Older exports have no types.
  if (!['', 'PLAY_END'].includes(get('event type').toUpperCase()) || FAILURES.has(reason)) return 'no_play'
  const lengthMs = Number(get('media duration in milliseconds') || Number.NaN)
  const isRadio = lengthMs === 0 && !['', 'ITUNES_STORE_CONTENT'].includes(get('item type').toUpperCase())
  if (get('media type').toUpperCase() === 'VIDEO' || isRadio) return 'not_music'
  const title = get('song name', 'content name')
  if (title === '') return 'unnamed'
  const playedMs = Number(get('play duration milliseconds') || Number.NaN)
  if (Number.isNaN(playedMs)) return 'unreadable'
  const played = Math.min(Math.max(playedMs, 0), PLAYED_MAX_MS)
  const [begun, ended] = [get('event start timestamp'), get('event end timestamp')].map(readIsoTime)
  const endMs = firstNumber(ended, (begun ?? Number.NaN) + played)
  if (Number.isNaN(endMs)) return 'bad_time'
  // While the user moves the playhead, the played time is the distance that it was moved.
  const isScrub = reason === 'SCRUB_END'
  return {
    device: get('device identifier'),
    title,
    album: get('album name') || get('container album name'),
    artist: get('artist name') || get('artist'),
    containerArtist: get('container artist name'),
    startMs: isScrub ? endMs : firstNumber(begun, endMs - played),
    endMs,
    playedMs: isScrub ? 0 : played,
    lengthMs: lengthMs > 0 ? lengthMs : undefined,
    reason,
  }
}

const firstNumber = (value: number | undefined, other: number): number =>
  value === undefined || Number.isNaN(value) ? other : value

function readPlay(play: PlayPart, { nowS, trackArtists }: ReadContext): Row {
  const { title, album, startMs, playedMs, lengthMs, reason } = play
  const wasPlayedToItsEnd = NATURAL.has(reason) && playedMs * 2 >= (lengthMs ?? 0)
  if (playedMs < SHORTEST_MS && !wasPlayedToItsEnd) return 'short'
  const artist = play.artist || (trackArtists.find({ title, album, atMs: startMs }) ?? play.containerArtist)
  if (artist === '') return 'no_artist'
  const details = { album, durationMs: lengthMs, service: 'music.apple.com' }
  return toRow({ artist, title, listenedAt: startMs / 1000, details }, nowS)
}
