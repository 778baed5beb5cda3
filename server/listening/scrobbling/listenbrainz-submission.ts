import { Refusal } from '#server/http/refusal.ts'
import { hasVisibleCharacters, type Scrobble, toFields, toRow } from '../imports/scrobble.ts'

/** The maximum number of listens per request, as at ListenBrainz. */
export const LISTENS_MAX = 1000
const LISTEN_MAX_BYTES = 10_240
export const BODY_MAX_BYTES = LISTENS_MAX * LISTEN_MAX_BYTES
const TAGS_MAX = 50
/** Maximum nesting of objects and lists within a listen. */
const DEPTH_MAX = 32
const TAG_MAX_LENGTH = 64
/** 1 October 2002: Last.fm's first listens. */
const OLDEST = 1_033_410_600
/** Tolerance for clocks that are ahead, in seconds. */
const AHEAD_S = 3600

/** The current track and its duration. */
interface PlayingNow {
  readonly artist: string
  readonly title: string
  readonly durationS: number | undefined
}

/** A validated submission: listens, or the current track. */
export type Submission =
  | { readonly type: 'listens'; readonly scrobbles: readonly Scrobble[] }
  | { readonly type: 'playing_now'; readonly playing: PlayingNow }

type Fields = Readonly<Record<string, unknown>>

/**
 * Parses the body of `submit-listens`. Rejects it as a whole, as ListenBrainz does: throws a
 * Refusal 400 with ListenBrainz's message for the first error.
 */
export function readSubmission(body: Buffer, nowS: number): Submission {
  const { listen_type: type, payload } = toFields(parseJson(body))
  if (type === undefined || !Array.isArray(payload)) throw bad('Invalid JSON document submitted.')
  if (type !== 'single' && type !== 'playing_now' && type !== 'import') {
    throw bad('JSON document requires a valid listen_type key.')
  }
  checkSize(body, payload, type)
  if (type === 'playing_now') return { type, playing: readPlaying(payload[0]) }
  return { type: 'listens', scrobbles: payload.map((listen) => readListen(listen, nowS)) }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(body: Buffer): unknown {
  // A short body cannot be nested deeply enough to be expensive.
  if (body.length > LISTEN_MAX_BYTES && isTooDeep(body)) throw bad('Cannot parse JSON document.')
  try {
    // Invalid UTF-8 is rejected instead of being stored with replacement characters.
    return JSON.parse(UTF8.decode(body))
  } catch {
    throw bad('Cannot parse JSON document.')
  }
}

/**
 * Returns whether brackets outside of strings are nested far deeper than `DEPTH_MAX` in a listen:
 * checked before megabytes are parsed.
 */
function isTooDeep(body: Buffer): boolean {
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === 0x22) at = endOfString(body, at)
    else if (byte === 0x5b || byte === 0x7b) depth++
    else if (byte === 0x5d || byte === 0x7d) depth--
    if (depth > 2 * DEPTH_MAX) return true
  }
  return false
}

function endOfString(body: Buffer, from: number): number {
  for (let at = from + 1; at < body.length; at++) {
    if (body[at] === 0x5c) at++
    else if (body[at] === 0x22) return at
  }
  return body.length
}

function checkSize(body: Buffer, payload: readonly unknown[], type: 'single' | 'playing_now' | 'import'): void {
  if (payload.length === 0) throw bad('JSON document does not contain any listens')
  if (payload.length > LISTENS_MAX) {
    throw bad(`Too many listens. You may not submit more than ${LISTENS_MAX} listens at once.`)
  }
  if (body.length > payload.length * LISTEN_MAX_BYTES) {
    throw bad(
      `JSON document is too large. In aggregate, listens may not be larger than ${LISTEN_MAX_BYTES} characters.`,
    )
  }
  if (type !== 'import' && payload.length > 1) {
    throw bad('JSON document contains more than listen for a single/playing_now. It should contain only one.')
  }
}

function readListen(value: unknown, nowS: number): Scrobble {
  const listen = toFields(value)
  if (listen['listened_at'] === undefined) {
    throw bad('JSON document must contain the key listened_at at the top level.')
  }
  const listenedAt = toSeconds(listen['listened_at'])
  if (listenedAt === undefined) {
    throw bad('JSON document must contain an int value for listened_at.')
  }
  checkOnly(listen, ['listened_at', 'track_metadata'], 'listened_at and track_metadata top level keys')
  if (listenedAt < OLDEST) {
    throw bad(`Value for key listened_at is too low. It should be at least ${OLDEST} (2002-10-01 00:00:00 UTC).`)
  }
  if (listenedAt > nowS + AHEAD_S) throw bad('Value for key listened_at is too high.')
  const { artist, title } = readTrack(listen)
  return { artist, title, listenedAt }
}

/**
 * Returns the seconds. Checks the type first: `Number` of an object calls the object's own
 * `toString`.
 */
function toSeconds(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) return undefined
  const seconds = Math.trunc(Number(value))
  return Number.isSafeInteger(seconds) ? seconds : undefined
}

function readPlaying(value: unknown): PlayingNow {
  const listen = toFields(value)
  if (listen['listened_at'] !== undefined) {
    throw bad('JSON document must not contain listened_at while submitting playing_now.')
  }
  checkOnly(listen, ['track_metadata'], 'track_metadata as top level key when submitting playing_now')
  return readTrack(listen)
}

function checkOnly(listen: Fields, allowed: readonly string[], what: string): void {
  if (Object.keys(listen).some((key) => !allowed.includes(key))) throw bad(`JSON document may only contain ${what}.`)
}

function readTrack(listen: Fields): PlayingNow {
  if (listen['track_metadata'] === undefined) {
    throw bad('JSON document must contain the key track_metadata at the top level.')
  }
  checkValues(listen)
  const track = toFields(listen['track_metadata'])
  const title = nameIn(track, 'track_name')
  const artist = nameIn(track, 'artist_name')
  if (typeof track['release_name'] !== 'string' && (track['release_name'] ?? null) !== null) {
    throw bad('track_metadata.release_name must be a single string.')
  }
  // Checks that the names can be stored, with a valid time in place of the listen's own.
  if (typeof toRow({ artist, title, listenedAt: OLDEST }, OLDEST) === 'string') {
    throw bad('track_metadata.track_name and artist_name must be at most 500 characters.')
  }
  const info = toFields(track['additional_info'])
  checkTags(info['tags'])
  checkMbids(info)
  return { artist, title, durationS: readDuration(info) }
}

function nameIn(track: Fields, key: 'track_name' | 'artist_name'): string {
  const name = track[key]
  if (name === undefined || name === null) {
    throw bad('JSON document does not contain a valid metadata.track_name and/or track_metadata.artist_name.')
  }
  if (typeof name !== 'string') throw bad(`${key} must be a single string.`)
  if (!hasVisibleCharacters(name)) throw bad(`JSON document does not contain required track_metadata.${key}.`)
  return name.trim()
}

function checkTags(tags: unknown): void {
  if (tags === undefined || tags === null) return
  if (!Array.isArray(tags)) throw bad('track_metadata.additional_info.tags must be a list.')
  if (tags.length > TAGS_MAX) {
    throw bad(`JSON document may not contain more than ${TAGS_MAX} items in track_metadata.additional_info.tags.`)
  }
  if (tags.some((tag) => typeof tag !== 'string' || tag.length > TAG_MAX_LENGTH)) {
    throw bad(
      `JSON document may not contain track_metadata.additional_info.tags longer than ${TAG_MAX_LENGTH} characters.`,
    )
  }
}

const SINGLE_MBIDS = ['release_mbid', 'recording_mbid', 'release_group_mbid', 'track_mbid']
const LISTS_OF_MBIDS = ['artist_mbids', 'work_mbids']
const UUID = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i

function checkMbids(info: Fields): void {
  for (const key of [...SINGLE_MBIDS, ...LISTS_OF_MBIDS]) {
    const value = info[key]
    if (value === undefined || value === null || value === '') continue
    const isList = LISTS_OF_MBIDS.includes(key)
    // ListenBrainz removes empty entries from lists.
    const all: readonly unknown[] =
      isList && Array.isArray(value) ? value.filter((mbid) => mbid !== '' && mbid !== null) : [value]
    if (isList !== Array.isArray(value) || all.some((mbid) => typeof mbid !== 'string' || !UUID.test(mbid))) {
      throw bad(`${key} MBID format invalid.`)
    }
  }
}

function readDuration(info: Fields): number | undefined {
  const [seconds, milliseconds] = [info['duration'] ?? undefined, info['duration_ms'] ?? undefined]
  if (seconds !== undefined && milliseconds !== undefined) {
    throw bad('JSON document should not contain both duration and duration_ms.')
  }
  const duration = seconds ?? milliseconds
  if (duration === undefined) return undefined
  const number = typeof duration === 'number' || typeof duration === 'string' ? Number(duration) : Number.NaN
  if (!(number > 0)) {
    throw bad(
      `Value for ${seconds === undefined ? 'duration_ms' : 'duration'} is invalid, should be a positive integer.`,
    )
  }
  return seconds === undefined ? number / 1000 : number
}

/**
 * Throws if a text contains NUL, which PostgreSQL cannot store, or if values are nested deeper than
 * any player nests them.
 */
function checkValues(value: unknown, depth = 0): void {
  if (typeof value === 'string' && value.includes('\0')) throw bad('JSON document contains the character NUL.')
  if (typeof value !== 'object' || value === null) return
  if (depth >= DEPTH_MAX) throw bad('JSON document is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    checkValues(key, depth)
    checkValues(inner, depth + 1)
  }
}

const bad = (sentence: string) => new Refusal(400, sentence)
