import {
  readTrackAddress,
  type ServiceTrack,
  type TrackService,
  toServiceTrack,
} from '#contract/listening/track-services.ts'

/** The fields in ListenBrainz's `additional_info` that identify a track at a service. */
const linkFields = ['origin_url', 'spotify_id', 'spotify_album_id', 'youtube_id', 'isrc'] as const
type LinkField = (typeof linkFields)[number]

/** The fields of a listen, as a player or a file sent them. */
export type SentLinks = { readonly [Field in LinkField]?: string }

/** A longer value is not stored; the longest address with a known form has 230 characters. */
const LENGTH_MAX = 300

/** The service for an id that a field contains without an address. */
const SERVICES: Readonly<Record<Exclude<LinkField, 'origin_url'>, TrackService>> = {
  spotify_id: 'spotify',
  spotify_album_id: 'spotify-album',
  youtube_id: 'youtube',
  isrc: 'isrc',
}

/**
 * Returns the fields with an address at a known service or an id with a known form, unchanged;
 * undefined without any. Never throws.
 */
export function toSentLinks(sent: unknown): SentLinks | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  const fields = sent as Readonly<Record<LinkField, unknown>>
  let links: Record<string, string> | undefined
  for (const field of linkFields) {
    const value = fields[field]
    if (typeof value !== 'string' || readLink(field, value) === undefined) continue
    links ??= {}
    links[field] = value
  }
  return links
}

/**
 * Returns a text that only equal fields have in common, empty without any; undefined if a field is
 * unusual. The database does not store the field order.
 */
export function toLinksKey(sent: unknown): string | undefined {
  if (sent === undefined) return ''
  if (typeof sent !== 'object' || sent === null) return undefined
  const fields = sent as Readonly<Record<LinkField, unknown>>
  let key = ''
  for (const field of linkFields) {
    const value = fields[field] ?? ''
    if (typeof value !== 'string' || value.includes('\0')) return undefined
    key += `\0${value}`
  }
  return key.length === linkFields.length ? '' : key
}

/** Returns the tracks that the fields name, each once. */
export function listServiceTracks(links: SentLinks): readonly ServiceTrack[] {
  const tracks = linkFields.flatMap((field) => {
    const value = links[field]
    return (value === undefined ? undefined : readLink(field, value)) ?? []
  })
  return tracks.filter(
    ({ service, id }, place) => tracks.findIndex((other) => other.service === service && other.id === id) === place,
  )
}

/** Returns the track in a field: from an address, or from an id at the service of the field. */
function readLink(field: LinkField, value: string): ServiceTrack | undefined {
  if (value.length > LENGTH_MAX) return undefined
  if (field === 'isrc') return toServiceTrack('isrc', value.replaceAll('-', '').toUpperCase())
  if (field === 'origin_url') return value.includes(':') ? readTrackAddress(value) : undefined
  const service = SERVICES[field]
  const track = toServiceTrack(service, value) ?? (value.includes(':') ? readTrackAddress(value) : undefined)
  return track?.service === service ? track : undefined
}
