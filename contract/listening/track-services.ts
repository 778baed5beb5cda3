import { recognizeLink } from './recognize-link.ts'

/** A service, and its id kind. At most 12: a track has links for each. */
export const trackServices = [
  'spotify',
  'spotify-album',
  'apple',
  'youtube',
  'deezer',
  'tidal',
  'soundcloud',
  'bandcamp',
  'amazon',
  'qobuz',
  'musicbrainz',
  'isrc',
] as const
export type TrackService = (typeof trackServices)[number]

/** The most ids at one service that a track has. */
export const TRACK_LINKS_PER_SERVICE_MAX = 4

/** A track, or its album, at a service. */
export interface ServiceTrack {
  readonly service: TrackService
  /** In the form that {@link trackServiceForms} describes. */
  readonly id: string
}

interface ServiceForm {
  readonly title: string
  /** An id's canonical form, which is written without change into an address. */
  readonly pattern: RegExp
  readonly toUrl: (id: string) => string
  /** Whether the address plays the track, rather than describing it. */
  readonly isPlayer: boolean
}

const NUMBER = /^[1-9]\d{0,14}$/
const SPOTIFY = /^[A-Za-z0-9]{22}$/
/** `artist/title`, as in SoundCloud and Bandcamp addresses. */
const TWO_SLUGS = /^[a-z0-9][a-z0-9_-]{0,62}\/[a-z0-9_-]{1,150}$/

/** The services, with their ids' and addresses' form, as of November 2026. */
export const trackServiceForms: Readonly<Record<TrackService, ServiceForm>> = {
  spotify: {
    title: 'Spotify',
    pattern: SPOTIFY,
    toUrl: (id) => `https://open.spotify.com/track/${id}`,
    isPlayer: true,
  },
  'spotify-album': {
    title: 'Spotify',
    pattern: SPOTIFY,
    toUrl: (id) => `https://open.spotify.com/album/${id}`,
    isPlayer: false,
  },
  apple: {
    title: 'Apple Music',
    pattern: NUMBER,
    // Apple leads visitors from another country to their own catalogue.
    toUrl: (id) => `https://music.apple.com/us/song/${id}`,
    isPlayer: true,
  },
  youtube: {
    title: 'YouTube',
    pattern: /^[\w-]{11}$/,
    toUrl: (id) => `https://www.youtube.com/watch?v=${id}`,
    isPlayer: true,
  },
  deezer: { title: 'Deezer', pattern: NUMBER, toUrl: (id) => `https://www.deezer.com/track/${id}`, isPlayer: true },
  tidal: { title: 'Tidal', pattern: NUMBER, toUrl: (id) => `https://tidal.com/browse/track/${id}`, isPlayer: true },
  soundcloud: {
    title: 'SoundCloud',
    pattern: TWO_SLUGS,
    toUrl: (id) => `https://soundcloud.com/${id}`,
    isPlayer: true,
  },
  bandcamp: {
    title: 'Bandcamp',
    pattern: /^[a-z0-9][a-z0-9-]{0,62}\/[a-z0-9_-]{1,150}$/,
    toUrl: (id) => {
      const [artist = '', title = ''] = id.split('/')
      return `https://${artist}.bandcamp.com/track/${title}`
    },
    isPlayer: true,
  },
  amazon: {
    title: 'Amazon Music',
    pattern: /^B0[0-9A-Z]{8}$/,
    toUrl: (id) => `https://music.amazon.com/tracks/${id}`,
    isPlayer: true,
  },
  qobuz: { title: 'Qobuz', pattern: NUMBER, toUrl: (id) => `https://open.qobuz.com/track/${id}`, isPlayer: true },
  musicbrainz: {
    title: 'MusicBrainz',
    pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    toUrl: (id) => `https://musicbrainz.org/recording/${id}`,
    isPlayer: false,
  },
  isrc: {
    title: 'ISRC',
    pattern: /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/,
    toUrl: (id) => `https://musicbrainz.org/isrc/${id}`,
    isPlayer: false,
  },
}

/** Returns the track for an id in its canonical form; undefined for any other text. */
export function toServiceTrack(service: TrackService, id: string): ServiceTrack | undefined {
  return trackServiceForms[service].pattern.test(id) ? { service, id } : undefined
}

/** The services that play a track by its id. */
export const playingServices = trackServices.filter((service) => trackServiceForms[service].isPlayer)

/** Returns an id's text in a response: `spotify:5dkhXb9kA9TRhhC929wbk1`. */
export const formatTrackLink = ({ service, id }: ServiceTrack): string => `${service}:${id}`

/** Reads a text that `formatTrackLink` wrote; undefined for every other text. */
export function parseTrackLink(text: string): ServiceTrack | undefined {
  const colon = text.indexOf(':')
  const service = trackServices.find((each) => each === text.slice(0, Math.max(colon, 0)))
  return service && toServiceTrack(service, text.slice(colon + 1))
}

/** Returns a track's address, made from its id only. Throws a RangeError for an invalid id. */
export function toTrackAddress({ service, id }: ServiceTrack): string {
  const { pattern, toUrl } = trackServiceForms[service]
  if (!pattern.test(id)) throw new RangeError(`invalid id of ${service}`)
  return toUrl(id)
}

/**
 * Reads the track from an address at a known service, or from a Spotify URI. Never throws. Returns
 * undefined for every other text, for short links (only the service knows their track), and for
 * addresses with a port, a user or a password.
 */
export function readTrackAddress(text: string): ServiceTrack | undefined {
  const { link, problem } = recognizeLink(text)
  if (link !== undefined) {
    const { service, id, isShort } = link
    if (isShort === true || service === 'lastfm') return undefined
    return toServiceTrack(service === 'listenbrainz' ? 'musicbrainz' : service, id)
  }
  return problem === 'invalid' ? readAlbumUri(text.trim()) : readOtherAddress(new URL(text.trim()))
}

const readAlbumUri = (text: string): ServiceTrack | undefined => {
  const id = /^spotify:album:([A-Za-z0-9]{22})$/.exec(text)?.[1]
  return id === undefined ? undefined : { service: 'spotify-album', id }
}

/** SoundCloud pages that are no artist's. */
const SOUNDCLOUD_PAGES: ReadonlySet<string> = new Set(
  'charts discover feed jobs library pages popular search settings stations stream tags terms-of-use upload you'.split(
    ' ',
  ),
)
/** Path parts in an artist's SoundCloud pages that are no tracks. */
const SOUNDCLOUD_LISTS: ReadonlySet<string> = new Set(
  'albums comments followers following likes popular-tracks reposts sets spotlight tracks'.split(' '),
)
const AMAZON = /^music\.amazon\.(?:com|ca|de|fr|es|it|in|co\.uk|co\.jp|com\.au|com\.br|com\.mx)$/

/** Reads addresses that the screen for shared links does not look up. */
function readOtherAddress({ hostname, pathname, searchParams }: URL): ServiceTrack | undefined {
  const match = (path: RegExp) => path.exec(pathname)?.slice(1) ?? []
  if (hostname === 'open.spotify.com') {
    const [id] = match(/^(?:\/intl-[a-z]{2,4}(?:-[a-z]{2,4})?)?(?:\/embed)?\/album\/([A-Za-z0-9]{22})\/?$/i)
    return id === undefined ? undefined : { service: 'spotify-album', id }
  }
  if (/^(?:(?:www|m)\.)?soundcloud\.com$/.test(hostname)) {
    const [artist = '', title = ''] = match(/^\/([\w-]+)\/([\w-]+)\/?$/).map((part) => part.toLowerCase())
    if (SOUNDCLOUD_PAGES.has(artist) || SOUNDCLOUD_LISTS.has(title)) return undefined
    return toServiceTrack('soundcloud', `${artist}/${title}`)
  }
  if (hostname.endsWith('.bandcamp.com')) {
    const artist = hostname.slice(0, -'.bandcamp.com'.length)
    const [title = ''] = match(/^\/track\/([\w-]+)\/?$/)
    return artist === 'www' ? undefined : toServiceTrack('bandcamp', `${artist}/${title.toLowerCase()}`)
  }
  if (AMAZON.test(hostname)) {
    const [id] = match(/^\/tracks\/([0-9A-Z]{10})\/?$/)
    const isAlbum = /^\/albums\/[0-9A-Z]{10}\/?$/.test(pathname)
    return toServiceTrack('amazon', id ?? (isAlbum ? (searchParams.get('trackAsin') ?? '') : ''))
  }
  if (hostname === 'open.qobuz.com' || hostname === 'play.qobuz.com') {
    return toServiceTrack('qobuz', match(/^\/track\/(\d+)\/?$/)[0] ?? '')
  }
  return undefined
}
