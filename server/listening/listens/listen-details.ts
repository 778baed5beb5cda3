import { hash } from 'node:crypto'
import {
  hasVisibleCharacters,
  isLongerFolded,
  normalizeName,
  parseName,
  TRACK_NAME_MAX,
} from '#contract/listening/track-names.ts'
import { type SentLinks, toLinksKey, toSentLinks } from '../links/sent-links.ts'

/**
 * What a listen says besides artist, title and time. Every field is optional: players and files
 * differ in what they have.
 */
export interface ListenDetails {
  readonly album?: string | undefined
  /** The album artist, if sent; an album without one is assumed to be by the track's artist. */
  readonly albumArtist?: string | undefined
  /** MBIDs for the track's artists, in name order. */
  readonly artistMbids?: readonly string[] | undefined
  /** The artist names of the track, as evidence for a credit. Not stored with the listen. */
  readonly artistNames?: readonly string[] | undefined
  readonly recordingMbid?: string | undefined
  readonly releaseMbid?: string | undefined
  /** Position on the album, 1 to 9999. */
  readonly trackNumber?: number | undefined
  readonly durationMs?: number | undefined
  /** The program that played the track: `VLC`. */
  readonly player?: string | undefined
  /** The program that submitted the listen: `Pano Scrobbler`. */
  readonly client?: string | undefined
  /** The service that the track was played from: `spotify.com`. */
  readonly service?: string | undefined
  /** Where the track can be played, as sent. */
  readonly links?: SentLinks | undefined
}

/** Details as a player or file has them, with any types. */
export type RawListenDetails = { readonly [Name in keyof ListenDetails]?: unknown }

/** Longer player, client and service names are cut, in UTF-16 units. */
export const PROGRAM_MAX_LENGTH = 100
const ARTIST_MBIDS_MAX = 20
const TRACK_NUMBER_MAX = 9999
/** A longer duration is in another unit. */
const DURATION_MAX_MS = 86_400_000

const MBID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the valid details, undefined without any. Never throws: an invalid field is dropped, and
 * a name that is too long is cut. Equal details are the same object as far as they are recent: the
 * listens on an album share it.
 */
export function toListenDetails(raw: RawListenDetails): ListenDetails | undefined {
  const key = toRawKey(raw)
  if (key === undefined) return parseDetails(raw)
  const known = recent.get(key)
  if (known !== undefined || recent.has(key)) return known
  const details = parseDetails(raw)
  if (recent.size >= RECENT_MAX) recent.clear()
  recent.set(key, details)
  return details
}

/** Raw details with longer texts are parsed each time, so that hostile ones are not stored. */
const RAW_KEY_MAX_LENGTH = 1000
const RECENT_MAX = 10_000
const recent = new Map<string, ListenDetails | undefined>()

/** Returns a text that only equal raw details have in common; undefined for unusual ones. */
function toRawKey(raw: RawListenDetails): string | undefined {
  const { album, albumArtist, artistMbids, artistNames, recordingMbid, releaseMbid } = raw
  const { trackNumber, durationMs, player, client, service } = raw
  if (Array.isArray(artistNames) && artistNames.length > 1) return undefined
  const mbids = Array.isArray(artistMbids) ? artistMbids.length === 1 && artistMbids[0] : artistMbids
  const links = toLinksKey(raw.links)
  if (links === undefined) return undefined
  let key = `${Array.isArray(artistMbids) ? 'list' : ''}${links}`
  const ofAlbum = [album, albumArtist, mbids, recordingMbid, releaseMbid, trackNumber]
  for (const value of [...ofAlbum, durationMs, player, client, service]) {
    if (value === undefined || value === null) key += '\0'
    else if (typeof value === 'string' && !value.includes('\0')) key += `\0s${value}`
    else if (typeof value === 'number') key += `\0n${value}`
    else return undefined
  }
  return key.length <= RAW_KEY_MAX_LENGTH ? key : undefined
}

function parseDetails(raw: RawListenDetails): ListenDetails | undefined {
  const details = {
    album: toText(raw.album, TRACK_NAME_MAX),
    albumArtist: toText(raw.albumArtist, TRACK_NAME_MAX),
    artistMbids: toMbids(raw.artistMbids),
    artistNames: toArtistNames(raw.artistNames),
    recordingMbid: toMbid(raw.recordingMbid),
    releaseMbid: toMbid(raw.releaseMbid),
    trackNumber: toTrackNumber(raw.trackNumber),
    durationMs: toDuration(raw.durationMs),
    player: toText(raw.player, PROGRAM_MAX_LENGTH),
    client: toText(raw.client, PROGRAM_MAX_LENGTH),
    service: toText(raw.service, PROGRAM_MAX_LENGTH),
    links: toSentLinks(raw.links),
  }
  const present = Object.entries(details).filter(([, value]) => value !== undefined)
  return present.length === 0 ? undefined : Object.fromEntries(present)
}

/** Returns the details to store with a listen; undefined if it has nothing but a list of artists. */
export function toStoredDetails(details: ListenDetails | undefined): ListenDetails | undefined {
  const isList = details?.artistNames !== undefined && Object.keys(details).length === 1
  return isList ? undefined : details
}

/**
 * Returns a text that only equal details have in common. No text contains NUL. Details without
 * links have the key that they had before links were stored.
 */
const toKey = (details: ListenDetails): string =>
  [
    details.album,
    details.albumArtist,
    details.artistMbids?.join(),
    details.recordingMbid,
    details.releaseMbid,
    details.trackNumber,
    details.durationMs,
    details.player,
    details.client,
    details.service,
    ...(details.links === undefined ? [] : [toLinksKey(details.links)]),
  ].join('\0')

/** Returns a MusicBrainz id in its canonical form, or undefined. */
function toMbid(value: unknown): string | undefined {
  const mbid = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return MBID.test(mbid) ? mbid : undefined
}

/**
 * Returns MBIDs, or undefined if one is empty or invalid: the others would look like the whole
 * credit's.
 */
function toMbids(value: unknown): readonly string[] | undefined {
  const sent = (Array.isArray(value) ? value : [value]).slice(0, ARTIST_MBIDS_MAX)
  const mbids = sent.flatMap((each) => toMbid(each) ?? [])
  return mbids.length === 0 || mbids.length < sent.length ? undefined : mbids
}

/**
 * Returns the names of several artists; undefined for one, and if a name is missing or too long.
 */
function toArtistNames(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length < 2 || value.length > ARTIST_MBIDS_MAX) return undefined
  const names = value.map((name: unknown) => (typeof name === 'string' ? (parseName(name) ?? '') : ''))
  return names.every(hasVisibleCharacters) ? names : undefined
}

/** Returns the number in `3`, `03` or `3/12`. */
function toTrackNumber(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const number = Number(/^(\d{1,6})(?:\/\d{0,6})?$/.exec(text)?.[1] ?? Number.NaN)
  return number >= 1 && number <= TRACK_NUMBER_MAX ? number : undefined
}

function toDuration(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined
  const ms = Math.round(Number(value))
  return ms >= 1 && ms <= DURATION_MAX_MS ? ms : undefined
}

/** Returns seconds, a number or digits, as milliseconds for {@link RawListenDetails}. */
export const fromSeconds = (value: unknown): number | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) * 1000 : undefined

/** Returns a name cut to `max` UTF-16 units after folding; undefined if nothing is visible. */
function toText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined
  let text = normalizeName(value.trim().slice(0, 2 * max))
  if (text.length > max) text = cut(text, max)
  while (isLongerFolded(text, max)) text = cut(text, Math.ceil(text.length / 2))
  return hasVisibleCharacters(text) ? text : undefined
}

/** Returns the first `length` units of a text, without half a surrogate pair at the end. */
const cut = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()

export const toAlbumArtist = (artist: string, { albumArtist }: ListenDetails): string => albumArtist ?? artist

/** The latest hash for each details object, with its album artist: most objects have one. */
const hashes = new WeakMap<ListenDetails, { readonly owner: string; readonly uuid: string }>()

/**
 * Returns a UUID that equal details have in common. It includes the artist for an album without an
 * album artist, which may be another for another track.
 */
export function hashDetails(artist: string, details: ListenDetails): string {
  const owner = details.album === undefined ? '' : toAlbumArtist(artist, details)
  const known = hashes.get(details)
  if (known?.owner === owner) return known.uuid
  const uuid = hash('sha256', `${owner}\0${toKey(details)}`, 'hex').slice(0, 32)
  hashes.set(details, { owner, uuid })
  return uuid
}
