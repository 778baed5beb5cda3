import type { SkipReason } from '#contract/imports.ts'

/** One listen as a file tells it, and nothing else of the file: no address, device or country of a person. */
export interface Scrobble {
  readonly artist: string
  readonly title: string
  /** When the track began, in whole seconds since 1970. */
  readonly listenedAt: number
}

/** What a file's record comes to: a listen, or why it is none. */
export type Row = Scrobble | SkipReason

/** Last.fm's oldest listens are of 2002; what says less counts from 1970 because its clock was not set. */
const OLDEST = Date.UTC(2002, 0, 1) / 1000
/** A clock that is a day ahead is wrong. */
const AHEAD_S = 86_400
/** Longer names are no names, and no index holds them. */
const NAME_MAX_LENGTH = 500

interface Told {
  readonly artist: unknown
  readonly title: unknown
  /** Seconds since 1970; a fraction is cut off. */
  readonly listenedAt: number
}

/** Makes a row of what a record tells. PostgreSQL cannot store the character NUL, which some exports hold: it is left out. */
export function rowOf({ artist, title, listenedAt }: Told, nowS: number): Row {
  const [artistName, trackTitle] = [nameOf(artist), nameOf(title)]
  if (artistName === '' || trackTitle === '') return 'unnamed'
  if (isTooLong(artistName) || isTooLong(trackTitle)) return 'unreadable'
  if (!(listenedAt >= OLDEST && listenedAt <= nowS + AHEAD_S)) return 'bad_time'
  return { artist: artistName, title: trackTitle, listenedAt: Math.floor(listenedAt) }
}

const nameOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '').trim() : '')

/** Folding makes of one character eighteen at most (Unicode, annex 15). */
const isTooLong = (name: string) =>
  name.length * 18 > NAME_MAX_LENGTH && name.normalize('NFKC').length > NAME_MAX_LENGTH

/** Fields of a JSON object; of anything else none. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
