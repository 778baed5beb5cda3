import { TRACK_NAME_MAX } from '#contract/listening/track-names.ts'
import { isTooComplex } from '#server/http/json-complexity.ts'
import { Refusal } from '#server/http/refusal.ts'
import { readAdditionalInfo } from '#server/import-formats/listenbrainz.ts'
import { toTrackName } from '#server/listening/catalogue/track-name.ts'
import type { NamedTrack } from '#server/listening/identities/store-identities.ts'
import { toListenDetails } from '#server/listening/listens/listen-details.ts'
import { type Row, toFields } from '#server/listening/listens/scrobble.ts'

/** The maximum number of listens per request, as at ListenBrainz. */
export const LISTENS_MAX = 1000
const LISTEN_MAX_BYTES = 10_240
export const BODY_MAX_BYTES = LISTENS_MAX * LISTEN_MAX_BYTES
/** Maximum depth of objects and lists within a listen. */
const DEPTH_MAX = 32
/** Maximum number of values in a document; players send about thirty per listen. */
const VALUES_MAX = 100 * LISTENS_MAX
/** Of a document; only a hostile one is nested far deeper than a listen. */
const LIMITS = { values: VALUES_MAX, depth: 2 * DEPTH_MAX }
/** Maximum length for all names in a document, in UTF-16 units: folding takes time for each. */
const NAME_LENGTHS_MAX = 500 * LISTENS_MAX
/** 1 October 2002: Last.fm's first listens. */
const OLDEST = 1_033_410_600
/** Tolerance for clocks that are ahead, in seconds. */
const AHEAD_S = 3600

/** A validated submission: listens, or the current track. */
type Submission =
  | { readonly type: 'listens'; readonly rows: readonly Row[] }
  | { readonly type: 'playing_now'; readonly playing: NamedTrack }

type Fields = Readonly<Record<string, unknown>>

/**
 * Parses a `submit-listens` body. Rejects it as a whole, as ListenBrainz does: throws a Refusal 400
 * with ListenBrainz's message for the first error.
 */
export function readSubmission(body: Buffer, nowS: number): Submission {
  const { listen_type: type, payload } = toFields(parseDocument(body))
  if (type === undefined || !Array.isArray(payload)) throw bad('Invalid JSON document submitted.')
  if (type !== 'single' && type !== 'playing_now' && type !== 'import') {
    throw bad('JSON document requires a valid listen_type key.')
  }
  checkSize(body, payload, type)
  checkNameLengths(payload)
  if (type === 'playing_now') return { type, playing: readPlaying(payload[0]) }
  return { type: 'listens', rows: payload.map((listen) => readListen(listen, nowS)) }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Parses JSON that may be nested as deeply as a listen. Throws a Refusal 400. */
export function parseDocument(body: Buffer): unknown {
  // A short body cannot be expensive.
  if (body.length > LISTEN_MAX_BYTES && isTooComplex(body, LIMITS)) throw bad('Cannot parse JSON document.')
  try {
    // Invalid UTF-8 is rejected instead of being stored with replacement characters.
    return JSON.parse(UTF8.decode(body))
  } catch {
    throw bad('Cannot parse JSON document.')
  }
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

/** Throws if the names in a document are as long together as only hostile ones are. */
function checkNameLengths(payload: readonly unknown[]): void {
  let length = 0
  for (const listen of payload) {
    const track = toFields(toFields(listen)['track_metadata'])
    const { release_artist_name, albumartist } = toFields(track['additional_info'])
    for (const name of [
      track['artist_name'],
      track['track_name'],
      track['release_name'],
      release_artist_name,
      albumartist,
    ])
      length += typeof name === 'string' ? Math.min(name.length, 2 * TRACK_NAME_MAX) : 0
  }
  if (length > NAME_LENGTHS_MAX) throw bad('JSON document is too large: its names are too long.')
}

function readListen(value: unknown, nowS: number): Row {
  const listen = toFields(value)
  if (listen['listened_at'] === undefined) {
    throw bad('JSON document must contain the key listened_at at the top level.')
  }
  const listenedAt = toSeconds(listen['listened_at'])
  if (listenedAt === undefined) {
    throw bad('JSON document must contain an int value for listened_at.')
  }
  if (listenedAt < OLDEST) {
    throw bad(`Value for key listened_at is too low. It should be at least ${OLDEST} (2002-10-01 00:00:00 UTC).`)
  }
  if (listenedAt > nowS + AHEAD_S) throw bad('Value for key listened_at is too high.')
  const track = readTrack(listen)
  return typeof track === 'string' ? track : { ...track, listenedAt }
}

/**
 * Returns the seconds. Checks the type first: `Number` on an object calls the object's own
 * `toString`.
 */
function toSeconds(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) return undefined
  const seconds = Math.trunc(Number(value))
  return Number.isSafeInteger(seconds) ? seconds : undefined
}

function readPlaying(value: unknown): NamedTrack {
  const listen = toFields(value)
  if (listen['listened_at'] !== undefined) {
    throw bad('JSON document must not contain listened_at while submitting playing_now.')
  }
  const track = readTrack(listen)
  if (typeof track !== 'string') return track
  throw bad('track_metadata.track_name and artist_name must be at most 500 characters.')
}

/**
 * Returns the names and details of a track. Unlike at ListenBrainz, invalid details are dropped,
 * and names may be too long.
 */
function readTrack(listen: Fields): NamedTrack | 'too_long' {
  if (listen['track_metadata'] === undefined) {
    throw bad('JSON document must contain the key track_metadata at the top level.')
  }
  checkDepth(listen)
  const track = toFields(listen['track_metadata'])
  const [title, artist] = [nameIn(track, 'track_name'), nameIn(track, 'artist_name')]
  const names = toTrackName({ title, artist })
  if (names === 'unnamed') {
    const key = toTrackName({ title, artist: title }) === 'unnamed' ? 'track_name' : 'artist_name'
    throw bad(`JSON document does not contain required track_metadata.${key}.`)
  }
  if (names === 'too_long') return names
  const details = toListenDetails(readAdditionalInfo(track['release_name'], toFields(track['additional_info'])))
  return details === undefined ? names : { ...names, details }
}

function nameIn(track: Fields, key: 'track_name' | 'artist_name'): string {
  const name = track[key]
  if (name === undefined || name === null) {
    throw bad('JSON document does not contain a valid metadata.track_name and/or track_metadata.artist_name.')
  }
  if (typeof name !== 'string') throw bad(`${key} must be a single string.`)
  // PostgreSQL cannot store it.
  if (name.includes('\0')) throw bad('JSON document contains the character NUL.')
  return name
}

/** Throws a Refusal 400 if values are nested deeper than any player nests them. */
export function checkDepth(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= DEPTH_MAX) throw bad('JSON document is nested too deeply.')
  for (const inner of Object.values(value)) checkDepth(inner, depth + 1)
}

const bad = (sentence: string) => new Refusal(400, sentence)
