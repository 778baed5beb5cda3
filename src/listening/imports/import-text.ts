import type { Import, SkipReason } from '#contract/listening/imports.ts'
import { countText, inThousands } from '#src/ui/numbers.ts'

const SOURCES: Readonly<Record<string, string>> = {
  played: 'Played or sampled here',
  'spotify-extended': 'Spotify, extended history',
  'spotify-account': 'Spotify, account data',
  'lastfm-csv': 'Last.fm, CSV',
  'lastfm-csv-minutes': 'Last.fm, CSV to the minute',
  'lastfm-json': 'Last.fm, JSON',
  listenbrainz: 'ListenBrainz',
  maloja: 'Maloja',
  'apple-music': 'Apple Music',
  'youtube-json': 'YouTube Music, JSON',
  'youtube-html': 'YouTube Music, HTML',
  'scrobbler-log': 'Portable player (.scrobbler.log)',
  lastfmstats: 'Last.fm, lastfmstats.com',
  koito: 'Koito',
  'pano-scrobbler': 'Pano Scrobbler',
  librefm: 'Libre.fm',
  deezer: 'Deezer',
  tidal: 'Tidal',
  flipside: 'Another Flipside account',
  'by-hand': 'Added by hand',
  library: 'Played here from your library',
}

/** Returns a source's name; an unknown one from a newer server is shown by its id. */
export const sourceText = (source: string): string => SOURCES[source] ?? source

/** Follows the record count; a noun in singular and plural. */
const REASONS: Readonly<Record<SkipReason, string | readonly [one: string, more: string]>> = {
  not_music: ['podcast, audiobook or video', 'podcasts, audiobooks and videos'],
  private_session: 'played in a private session',
  short: 'skipped within 30 seconds',
  skipped: 'marked as skipped',
  repeated: 'more than once in the file',
  joined: ['part of a play that was paused', 'parts of plays that were paused'],
  now_playing: 'still playing when the file was made',
  no_play: ['heart, search or other entry that is not a play', 'hearts, searches and other entries that are not plays'],
  day_only: 'with only a day or a last play in place of a time',
  unnamed: 'without an artist or a title',
  too_long: 'with an artist or a title of more than 500 characters',
  no_artist: 'without a known artist (the zip of the export, as it came, names most)',
  bad_time: 'with an impossible time',
  other_language: "in a language that Flipside can't read (set your account to English and export again)",
  unreadable: 'that could not be read',
  unstorable: 'that this server could not store',
}

export const isQueued = ({ status, note }: Pick<Import, 'status' | 'note'>): boolean =>
  status === 'running' && note !== ''

export function outcomeText({
  status,
  taken,
  known,
  note,
}: Pick<Import, 'status' | 'taken' | 'known' | 'note'>): string {
  const counts = `${countText(taken, 'listen')} added, ${inThousands(known)} already here`
  if (isQueued({ status, note })) return 'Queued'
  if (status === 'running') return `Reading: ${counts}`
  if (status === 'cancelled') return `Stopped: ${counts}`
  if (status === 'failed') return taken + known === 0 ? 'Nothing added' : `Not finished: ${counts}`
  return counts
}

type Undo = NonNullable<Import['undo']>

/** Returns the state after undoing an import; empty before it. */
export function undoText({ status, progress, deleted }: Undo, taken: number): string {
  if (status === 'running') return `Undoing: ${toPercent(progress)}`
  if (status !== 'done') return ''
  const text = `Undone: ${countText(deleted, 'listen')} deleted`
  return deleted < taken ? `${text}. The others are in later files, or were deleted before` : text
}

export const toPercent = (fraction: number): string => `${Math.floor(fraction * 100)} %`

/** Returns how many records in a file were skipped, one line per reason. */
export const skippedTexts = (skipped: Import['skipped']): string[] =>
  skipped.map(({ reason, records }) => `${inThousands(records)} ${toNoun(REASONS[reason], records)}`)

const toNoun = (text: string | readonly [one: string, more: string], records: number): string =>
  typeof text === 'string' ? text : text[records === 1 ? 0 : 1]
