import { IGNORED_ARTISTS_MAX } from '#contract/listening/ignored-artists.ts'
import { type ServiceTrack, toServiceTrack, trackServices } from '#contract/listening/track-services.ts'
import { toTrackName } from '#server/listening/catalogue/track-name.ts'
import {
  CHANGED_MAX,
  CORRECTIONS_MAX,
  type MovedChange,
  type MovedCorrection,
  type MovedRejection,
  REJECTED_LINKS_MAX,
} from '#server/listening/listens/moved-change.ts'
import { toFields, toRow } from '#server/listening/listens/scrobble.ts'
import { isSource } from '#server/listening/listens/sources.ts'
import type { Format } from './format.ts'

/** A Flipside export's records besides listens and feedback, for the account that imports it. */
export interface MovedRecords {
  readonly changes: readonly MovedChange[]
  /** In the order in which they were made. */
  readonly corrections: readonly MovedCorrection[]
  /** Artist names. */
  readonly ignored: readonly string[]
  readonly rejections: readonly MovedRejection[]
}

/** Collects these records while an upload's files are read. */
export interface MovedCollector extends MovedRecords {
  /** Adds a record; does nothing with an invalid one, or beyond what a member may have. */
  readonly add: (record: unknown, nowS: number) => void
}

export function createMovedCollector(): MovedCollector {
  const changes: MovedChange[] = []
  const corrections: MovedCorrection[] = []
  const ignored: string[] = []
  const rejections: MovedRejection[] = []
  return {
    changes,
    corrections,
    ignored,
    rejections,
    add(record, nowS) {
      const fields = toFields(record)
      if ('ignored_at' in fields) return addTo(ignored, readIgnored(fields), IGNORED_ARTISTS_MAX)
      if ('rejected_at' in fields) return addTo(rejections, readRejection(fields), REJECTED_LINKS_MAX)
      if ('of_any_album' in fields) return addTo(corrections, readCorrection(fields), CORRECTIONS_MAX)
      addTo(changes, readChange(fields, nowS), CHANGED_MAX)
    },
  }
}

function addTo<T>(list: T[], row: T | undefined, max: number): void {
  if (row !== undefined && list.length < max) list.push(row)
}

/**
 * Returns whether a record is of `changed-listens`, `corrections`, `ignored-artists` or
 * `rejected-links.jsonl`.
 */
export const isMovedRecord = (fields: Readonly<Record<string, unknown>>): boolean =>
  ('ignored_at' in fields && 'artist_name' in fields) ||
  ('rejected_at' in fields && 'id' in fields && 'track' in fields) ||
  ('changed_at' in fields && 'corrected_to' in fields && 'track' in fields)

/** The format for these files, which have no listens. */
export const movedFormat = (collector: MovedCollector, nowS: number): Format<unknown> => ({
  source: 'flipside',
  read(record) {
    collector.add(record, nowS)
    return []
  },
})

type TrackName = MovedChange['from']
type Fields = Readonly<Record<string, unknown>>

function readIgnored({ artist_name }: Fields): string | undefined {
  const name = toTrackName({ artist: artist_name, title: '?' })
  return typeof name === 'string' ? undefined : name.artist
}

/** Earlier exports do not name the service. */
function readRejection({ track, service, id }: Fields): MovedRejection | undefined {
  const name = readTrack(track)
  if (name === undefined || typeof id !== 'string') return undefined
  const services = trackServices.filter((each) => service === undefined || each === service)
  const links = services
    .map((each) => toServiceTrack(each, id))
    .filter((link): link is ServiceTrack => link !== undefined)
  return links.length === 0 ? undefined : { track: name, links }
}

function readTrack(value: unknown): TrackName | undefined {
  const { artist_name, title } = toFields(value)
  const name = toTrackName({ artist: artist_name, title })
  return typeof name === 'string' ? undefined : name
}

function readChange({ listened_at, track, corrected_to, source }: Fields, nowS: number): MovedChange | undefined {
  const [from, to] = [readTrack(track), readTrack(corrected_to)]
  const ms = typeof listened_at === 'string' ? Date.parse(listened_at) : Number.NaN
  if (from === undefined || (corrected_to !== null && to === undefined)) return undefined
  // Checks the time like a listen's.
  if (typeof toRow({ ...from, listenedAt: Math.floor(ms / 1000) }, nowS) === 'string') return undefined
  // Listens that the other account's server recorded were not recorded by this one.
  return { from, to, listenedAt: new Date(ms), source: isSource(source) && source !== 'played' ? source : 'flipside' }
}

function readCorrection(fields: Fields): MovedCorrection | undefined {
  const { track, corrected_to, of_any_album, on_album, album, of_artist } = fields
  const [from, to] = [readTrack(track), readTrack(corrected_to)]
  if (from === undefined || to === undefined) return undefined
  // Earlier exports do not have this field.
  const isOfArtist = of_artist === true
  const toAlbum = isOfArtist ? undefined : album === '' ? '' : readTitle(to, album)
  if (isOfArtist || of_any_album !== false) return { from, to, onAlbum: undefined, toAlbum, isOfArtist }
  return { from, to, onAlbum: readTitle(from, on_album) ?? '', toAlbum, isOfArtist }
}

function readTitle({ artist }: TrackName, title: unknown): string | undefined {
  const name = typeof title === 'string' ? toTrackName({ artist, title }) : ''
  return typeof name === 'string' ? undefined : name.title
}
