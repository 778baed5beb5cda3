import type { SkipReason } from '#contract/listening/imports.ts'
import type { Source } from '../sources.ts'

/** One listen as a file tells it, and nothing else of the file: no address, device or country of a person. */
export interface Scrobble {
  readonly artist: string
  readonly title: string
  /** When the track began, in whole seconds since 1970. */
  readonly listenedAt: number
  /** Of MusicBrainz, where the source tells it. */
  readonly artistMbid?: string
  /** A recording of MusicBrainz. */
  readonly trackMbid?: string
  /** Where the listen came from, if the file says so of each one; otherwise the format of the file says it. */
  readonly source?: Source
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
  readonly artistMbid?: unknown
  readonly trackMbid?: unknown
}

/** Makes a row of what a record tells. PostgreSQL cannot store the character NUL, which some exports hold: it is left out. */
export function rowOf({ artist, title, listenedAt, artistMbid, trackMbid }: Told, nowS: number): Row {
  const [artistName, trackTitle] = [nameOf(artist), nameOf(title)]
  if (!hasVisibleCharacters(artistName) || !hasVisibleCharacters(trackTitle)) return 'unnamed'
  if (isTooLong(artistName) || isTooLong(trackTitle)) return 'unreadable'
  if (!(listenedAt >= OLDEST && listenedAt <= nowS + AHEAD_S)) return 'bad_time'
  const row = { artist: artistName, title: trackTitle, listenedAt: Math.floor(listenedAt) }
  const [artistId, trackId] = [mbidOf(artistMbid), mbidOf(trackMbid)]
  if (artistId === undefined && trackId === undefined) return row
  return { ...row, ...(artistId && { artistMbid: artistId }), ...(trackId && { trackMbid: trackId }) }
}

const MBID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** MusicBrainz has artists for what is none: various artists, [unknown], [anonymous], [traditional], [no artist], [data], [dialogue]. */
const NOBODIES: ReadonlySet<string> = new Set([
  '89ad4ac3-39f7-470e-963a-56509c546377',
  '125ec42a-7229-4250-afc5-e057484327fe',
  'f731ccc4-e22a-43af-a747-64213329e088',
  '9be7f096-97ec-4615-8957-8d40b5dcbc41',
  'eec63d3c-3b81-4ad4-b1e4-7c147d4d2b61',
  '33cf029c-63b0-41a0-9855-be2a3665fb3b',
  '314e1c25-dde7-4e4d-b2f4-0a7b9f7c56dc',
])

/** An MBID that tells who somebody, or what something, is. */
function mbidOf(value: unknown): string | undefined {
  const mbid = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return MBID.test(mbid) && !NOBODIES.has(mbid) ? mbid : undefined
}

const nameOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '').trim() : '')

/** A letter or digit of ASCII, which nearly every name has, else any character that is not white space, a control or ignorable. */
const VISIBLE = /[A-Za-z0-9]|[^\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}]/u

/** Whether a name has anything to be seen: names of zero-width characters look like none. */
export const hasVisibleCharacters = (name: string): boolean => VISIBLE.test(name)

/** Folding makes of one character eighteen at most (Unicode, annex 15). */
const isTooLong = (name: string) =>
  name.length * 18 > NAME_MAX_LENGTH && name.normalize('NFKC').length > NAME_MAX_LENGTH

/** Fields of a JSON object; of anything else none. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
