import * as v from 'valibot'
import {
  playingServices,
  readTrackAddress,
  type ServiceTrack,
  TRACK_LINKS_PER_SERVICE_MAX,
  toServiceTrack,
} from '#contract/listening/track-services.ts'
import { toLetters } from '#server/listening/identities/are-alike.ts'

interface TrackNames {
  readonly titles: readonly string[]
  readonly artists: readonly string[]
}

/** The types of relations that lead to the recording itself, rather than to a page about it. */
const TYPES: ReadonlySet<string> = new Set([
  'streaming',
  'free streaming',
  'download for free',
  'purchase for download',
])
/** Further relations are not read; recordings have a few. */
const RELATIONS_MAX = 1000
/** Further recordings of an ISRC are not read: it is of no use if it has several. */
const RECORDINGS_MAX = 50

const Recording = v.object({
  id: v.string(),
  title: v.string(),
  'artist-credit': v.array(v.object({ name: v.string(), joinphrase: v.nullish(v.string(), '') })),
  relations: v.nullish(v.array(v.unknown()), []),
})
type Recording = v.InferOutput<typeof Recording>

const Relation = v.object({
  type: v.string(),
  ended: v.nullish(v.boolean(), false),
  url: v.object({ resource: v.string() }),
})

const Isrc = v.object({ recordings: v.nullish(v.array(v.unknown()), []) })

/**
 * Returns the ids that a recording has at services, its MBID first, or none if it has other names
 * than the track. Throws a ValiError for content of another form.
 */
export function readRecording(json: unknown, names: TrackNames): readonly ServiceTrack[] {
  const recording = v.parse(Recording, json)
  return isSameSong(recording, names) ? listIds(recording) : []
}

/**
 * Returns the ids of the recording of an ISRC with the track's names. None if several have them: they
 * may be versions of the song. Throws a ValiError for content of another form.
 */
export function readIsrc(json: unknown, names: TrackNames): readonly ServiceTrack[] {
  const recordings = v.parse(Isrc, json).recordings.slice(0, RECORDINGS_MAX)
  const same = recordings.map((each) => v.parse(Recording, each)).filter((each) => isSameSong(each, names))
  const [recording] = same
  return recording !== undefined && same.length === 1 ? listIds(recording) : []
}

export const hasPlayer = (ids: readonly ServiceTrack[]): boolean => ids.some(({ service }) => isPlaying(service))

const isPlaying = (service: ServiceTrack['service']) => playingServices.includes(service)

function listIds({ id, relations }: Recording): readonly ServiceTrack[] {
  const recording = toServiceTrack('musicbrainz', id)
  const ids: ServiceTrack[] = recording === undefined ? [] : [recording]
  for (const relation of relations.slice(0, RELATIONS_MAX)) {
    const link = readRelation(relation)
    if (link === undefined) continue
    const known = ids.filter(({ service }) => service === link.service)
    const isNew = known.every((other) => other.id !== link.id)
    if (isNew && known.length < TRACK_LINKS_PER_SERVICE_MAX) ids.push(link)
  }
  return ids
}

function readRelation(relation: unknown): ServiceTrack | undefined {
  const { success, output } = v.safeParse(Relation, relation)
  if (!success || output.ended || !TYPES.has(output.type)) return undefined
  const link = readTrackAddress(output.url.resource)
  return link !== undefined && isPlaying(link.service) ? link : undefined
}

/** What follows the first artist of a credit, and the note on guests in a title, over all lines. */
const GUESTS = /\s[([]?(?:feat|ft|featuring)[.\s].*$/is
const toComparable = (name: string) => toLetters(name.replace(GUESTS, ''))

function isSameSong({ title, 'artist-credit': credits }: Recording, { titles, artists }: TrackNames): boolean {
  const credit = credits.map(({ name, joinphrase }) => `${name}${joinphrase}`).join('')
  const names = [credit, ...credits.map(({ name }) => name)]
  return hasAlike(titles, [title]) && hasAlike(artists, names)
}

/** Returns whether a name has the same letters as a known one. Reads each name once: a response may have 100,000. */
function hasAlike(known: readonly string[], sent: readonly string[]): boolean {
  const letters = new Set(known.map(toComparable))
  letters.delete('')
  return sent.some((name) => letters.has(toComparable(name)))
}
