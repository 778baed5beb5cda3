import type { TrackName } from '#server/listening/catalogue/catalogue.ts'
import { toTrackName } from '#server/listening/catalogue/track-name.ts'
import { fromSeconds } from '#server/listening/listens/listen-details.ts'
import { isScrobble, type RawScrobble, type Row, toRow } from '#server/listening/listens/scrobble.ts'
import { Failure } from './audioscrobbler2-failure.ts'

const SCROBBLES_MAX = 50
/** Tolerance for clocks that are ahead, in seconds. */
const AHEAD_S = 3600

/** The parameters of a call, from its query and its body. */
export type Params = ReadonlyMap<string, string>

/** The reason why a scrobble was ignored, as a Last.fm code; 0: it was accepted. */
export type IgnoredCode = 0 | 1 | 2 | 3 | 4

/** A track as sent, for the response, and its parsed result. */
export interface SentTrack {
  readonly artist: string
  readonly track: string
  readonly album: string
  readonly albumArtist: string
  readonly row: Row
  readonly ignored: IgnoredCode
}

export interface SentScrobble extends SentTrack {
  readonly timestamp: string
}

/** Returns the scrobbles in a call: one, or up to fifty by index. Throws a Failure 6. */
export function readScrobbles(params: Params, nowS: number, client?: string): readonly SentScrobble[] {
  const places = [...params.keys()].flatMap(
    (name) => /^(?:artist|track|timestamp)(?:\[(\d{1,3})\])?$/.exec(name)?.[1] ?? [],
  )
  const suffixes = [
    ...(['artist', 'track', 'timestamp'].some((name) => params.has(name)) ? [''] : []),
    ...[...new Set(places)].toSorted((a, b) => Number(a) - Number(b)).map((place) => `[${place}]`),
  ]
  if (suffixes.length === 0) throw missing('artist')
  if (suffixes.length > SCROBBLES_MAX)
    throw new Failure(6, `You may not send more than ${SCROBBLES_MAX} scrobbles at once.`)
  return suffixes.map((suffix) => readScrobble(params, suffix, nowS, client))
}

function readScrobble(params: Params, suffix: string, nowS: number, client: string | undefined): SentScrobble {
  const name = `timestamp${suffix}`
  const track = readTrack(params, suffix, { listenedAt: Number(params.get(name)), nowS, client })
  const timestamp = getRequired(params, name)
  if (!/^\d{1,12}$/.test(timestamp.trim()))
    throw new Failure(6, `Invalid parameters - ${name} must be a number of seconds since 1970.`)
  return { ...track, timestamp }
}

/** Returns the current track. Throws a Failure 6. */
export const readPlaying = (params: Params, nowS: number, client?: string): SentTrack =>
  readTrack(params, '', { listenedAt: nowS, nowS, client })

function readTrack(
  params: Params,
  suffix: string,
  { listenedAt, nowS, client }: { listenedAt: number; nowS: number; client: string | undefined },
): SentTrack {
  const artist = getRequired(params, `artist${suffix}`)
  const track = getRequired(params, `track${suffix}`)
  const album = params.get(`album${suffix}`) ?? ''
  const albumArtist = params.get(`albumArtist${suffix}`) ?? ''
  const details = {
    album,
    albumArtist,
    recordingMbid: params.get(`mbid${suffix}`),
    trackNumber: params.get(`trackNumber${suffix}`),
    durationMs: fromSeconds(params.get(`duration${suffix}`)),
    client,
  }
  return { artist, track, album, albumArtist, ...checkTrack({ artist, title: track, listenedAt, details }, nowS) }
}

function checkTrack(raw: RawScrobble, nowS: number): Pick<SentTrack, 'row' | 'ignored'> {
  const { artist, listenedAt } = raw
  if (listenedAt > nowS + AHEAD_S) return { row: 'bad_time', ignored: 4 }
  const row = toRow(raw, nowS)
  if (isScrobble(row)) return { row, ignored: 0 }
  if (row === 'bad_time') return { row, ignored: 3 }
  return { row, ignored: typeof toTrackName({ artist, title: 'any' }) === 'string' ? 1 : 2 }
}

/** Returns the track in a call. Throws a Failure 6. */
export function readNamedTrack(params: Params): TrackName {
  const names = toTrackName({ artist: getRequired(params, 'artist'), title: getRequired(params, 'track') })
  if (typeof names === 'string') {
    throw new Failure(6, 'Invalid parameters - artist and track must be names of at most 500 characters.')
  }
  return names
}

export function getRequired(params: Params, name: string): string {
  const value = params.get(name)
  if (value === undefined) throw missing(name)
  return value
}

/** Returns a parameter as an integer within a range. Throws a Failure 6. */
export function getWholeNumber(
  params: Params,
  name: string,
  { fallback, max }: { fallback: number; max: number },
): number {
  const text = params.get(name)
  if (text === undefined || text === '') return fallback
  if (!/^\d{1,12}$/.test(text)) throw new Failure(6, `Invalid parameters - ${name} must be a whole number.`)
  return Math.min(Number(text), max)
}

const ROWS_SHOWN = 50
const ROWS_MAX = 1000

/** Returns the requested page, counted from 1, and its length. Throws a Failure 6. */
export const readPage = (params: Params): { readonly page: number; readonly perPage: number } => ({
  perPage: Math.max(1, getWholeNumber(params, 'limit', { fallback: ROWS_SHOWN, max: ROWS_MAX })),
  page: Math.max(1, getWholeNumber(params, 'page', { fallback: 1, max: 1_000_000 })),
})

const missing = (name: string) =>
  new Failure(6, `Invalid parameters - Your request is missing a required parameter: ${name}.`)
