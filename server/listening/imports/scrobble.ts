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
  const names = [artist, title].map((it) => (typeof it === 'string' ? it.replaceAll('\0', '').trim() : ''))
  const [artistName = '', trackTitle = ''] = names
  if (artistName === '' || trackTitle === '') return 'unnamed'
  if (names.some((it) => it.normalize('NFKC').length > NAME_MAX_LENGTH)) return 'unreadable'
  if (!(listenedAt >= OLDEST && listenedAt <= nowS + AHEAD_S)) return 'bad_time'
  return { artist: artistName, title: trackTitle, listenedAt: Math.floor(listenedAt) }
}

/** Fields of a JSON object; of anything else none. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
