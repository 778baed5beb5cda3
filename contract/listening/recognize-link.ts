/** A music service, and a link kind that {@link recognizeLink} reads. */
const linkServices = [
  'spotify',
  'apple',
  'youtube',
  'deezer',
  'tidal',
  'lastfm',
  'musicbrainz',
  'listenbrainz',
] as const
type LinkService = (typeof linkServices)[number]

/** Display names. */
export const linkServiceTitles: Readonly<Record<LinkService, string>> = {
  spotify: 'Spotify',
  apple: 'Apple Music',
  youtube: 'YouTube',
  deezer: 'Deezer',
  tidal: 'Tidal',
  lastfm: 'Last.fm',
  musicbrainz: 'MusicBrainz',
  listenbrainz: 'ListenBrainz',
}

/** The longest link that is read. */
export const LINK_MAX = 2000

/** A track's link, as read from its URL alone. */
export interface TrackLink {
  readonly service: LinkService
  /** The track's id at the service; for a short link, its token. Empty if the names identify it. */
  readonly id: string
  /** A link that the service's app creates: only the service knows the track. */
  readonly isShort?: true
  /** Two lower-case letters: the Apple Music catalogue. */
  readonly country?: string
  /** The link again, made from the recognized parts only: without the sharing app's trackers. */
  readonly url: string
  /** Names that the URL contains. Exact: the track needs no look-up. */
  readonly names?: { readonly artist: string; readonly title: string }
}

export type LinkProblem =
  /** Not http or https, too long, or with a port, a user or a password. */
  | 'invalid'
  /** A host that is none of the services'. */
  | 'unknown_host'
  /** An album, a playlist or another page at a service. */
  | 'not_a_track'

type Recognition =
  | { readonly link: TrackLink; readonly problem?: undefined }
  | { readonly problem: LinkProblem; readonly link?: undefined }

type Reader = (url: URL) => TrackLink | undefined

/** By exact host name: a host that merely contains such a name is unknown. */
const READERS: Readonly<Record<string, Reader>> = {
  'open.spotify.com': readSpotify,
  'spotify.link': ({ pathname }) =>
    readShort('spotify', 'https://spotify.link/', /^\/([\w-]{4,40})\/?$/.exec(pathname)),
  'music.apple.com': readApple,
  'geo.music.apple.com': readApple,
  'itunes.apple.com': readApple,
  'www.youtube.com': readYoutube,
  'youtube.com': readYoutube,
  'm.youtube.com': readYoutube,
  'music.youtube.com': readYoutube,
  'youtu.be': ({ pathname }) => toYoutube(/^\/([\w-]{11})\/?$/.exec(pathname)?.[1]),
  'www.deezer.com': readDeezer,
  'deezer.com': readDeezer,
  'link.deezer.com': ({ pathname }) =>
    readShort('deezer', 'https://link.deezer.com/s/', /^\/s\/([\w-]{4,40})\/?$/.exec(pathname)),
  'tidal.com': readTidal,
  'www.tidal.com': readTidal,
  'listen.tidal.com': readTidal,
  'embed.tidal.com': readTidal,
  'www.last.fm': readLastfm,
  'last.fm': readLastfm,
  'musicbrainz.org': readMusicbrainz,
  'www.musicbrainz.org': readMusicbrainz,
  'beta.musicbrainz.org': readMusicbrainz,
  'listenbrainz.org': readListenbrainz,
  'www.listenbrainz.org': readListenbrainz,
  'beta.listenbrainz.org': readListenbrainz,
}

const SPOTIFY_URI = /^spotify:track:([A-Za-z0-9]{22})$/

/** Reads a track's link at a service. Never throws, and requests nothing. */
export function recognizeLink(text: string): Recognition {
  const trimmed = text.trim()
  if (trimmed.length > LINK_MAX) return { problem: 'invalid' }
  const spotifyId = SPOTIFY_URI.exec(trimmed)?.[1]
  if (spotifyId !== undefined) return { link: toSpotify(spotifyId) }
  const url = parseUrl(trimmed)
  if (url === undefined) return { problem: 'invalid' }
  const read = Object.hasOwn(READERS, url.hostname) ? READERS[url.hostname] : undefined
  if (read === undefined) return { problem: 'unknown_host' }
  const link = read(url)
  return link === undefined ? { problem: 'not_a_track' } : { link }
}

function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(text)
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    return isWeb && url.port === '' && url.username === '' && url.password === '' ? url : undefined
  } catch {
    return undefined
  }
}

function readShort(service: LinkService, base: string, match: RegExpExecArray | null): TrackLink | undefined {
  const token = match?.[1]
  return token === undefined ? undefined : { service, id: token, isShort: true, url: `${base}${token}` }
}

const toSpotify = (id: string): TrackLink => ({ service: 'spotify', id, url: `https://open.spotify.com/track/${id}` })

function readSpotify({ pathname }: URL): TrackLink | undefined {
  const id = /^(?:\/intl-[a-z]{2,4}(?:-[a-z]{2,4})?)?(?:\/embed)?\/track\/([A-Za-z0-9]{22})\/?$/i.exec(pathname)?.[1]
  return id === undefined ? undefined : toSpotify(id)
}

/** An album's link with `i` is a link to a track on it. */
function readApple({ pathname, searchParams }: URL): TrackLink | undefined {
  const match = /^(?:\/([a-z]{2}))?\/(album|song)(?:\/[^/]*)?\/(?:id)?(\d{1,15})\/?$/i.exec(pathname)
  if (match === null) return undefined
  const [, country = 'us', kind = '', page = ''] = match
  const id = kind.toLowerCase() === 'song' ? page : (searchParams.get('i') ?? '')
  if (!/^\d{1,15}$/.test(id)) return undefined
  const store = country.toLowerCase()
  return { service: 'apple', id, country: store, url: `https://music.apple.com/${store}/song/${id}` }
}

function readYoutube({ pathname, searchParams }: URL): TrackLink | undefined {
  if (/^\/watch\/?$/.test(pathname)) return toYoutube(searchParams.get('v') ?? undefined)
  return toYoutube(/^\/(?:shorts|live|embed|v)\/([\w-]{11})\/?$/.exec(pathname)?.[1])
}

function toYoutube(id: string | undefined): TrackLink | undefined {
  if (id === undefined || !/^[\w-]{11}$/.test(id)) return undefined
  return { service: 'youtube', id, url: `https://www.youtube.com/watch?v=${id}` }
}

function readDeezer({ pathname }: URL): TrackLink | undefined {
  const id = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/track\/(\d{1,15})\/?$/i.exec(pathname)?.[1]
  return id === undefined ? undefined : { service: 'deezer', id, url: `https://www.deezer.com/track/${id}` }
}

/** The app adds `/u` to the links that it shares. */
function readTidal({ pathname }: URL): TrackLink | undefined {
  const id = /^(?:\/browse)?(?:\/album\/\d{1,15})?\/tracks?\/(\d{1,15})(?:\/u)?\/?$/.exec(pathname)?.[1]
  return id === undefined ? undefined : { service: 'tidal', id, url: `https://tidal.com/browse/track/${id}` }
}

/** `/music/Artist/_/Title`, with the album in place of `_`, in a language, or in a library. */
function readLastfm({ pathname }: URL): TrackLink | undefined {
  const path =
    /^(?:\/[a-z]{2})?(?:\/user\/[^/]+\/library)?\/music(?:\/\+noredirect)?\/([^/]+)\/([^/]+)\/([^/]+)\/?$/.exec(
      pathname,
    )
  if (path === null) return undefined
  const [, artistPart = '', albumPart = '', titlePart = ''] = path
  // `+albums` and an artist's other pages begin with a plus sign.
  if ([artistPart, albumPart, titlePart].some((part) => part.startsWith('+'))) return undefined
  const [artist, title] = [decodeLastfm(artistPart), decodeLastfm(titlePart)]
  if (artist === '' || title === '') return undefined
  const url = `https://www.last.fm/music/${artistPart}/_/${titlePart}`
  return { service: 'lastfm', id: '', url, names: { artist, title } }
}

/** A plus sign is a space; a real one is encoded twice. */
function decodeLastfm(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' ')).replace(/%2B/gi, '+').replaceAll('\0', '').trim()
  } catch {
    return ''
  }
}

const MBID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const RECORDING = new RegExp(`^/recording/(${MBID})/?$`, 'i')
const ONE_MBID = new RegExp(`^${MBID}$`, 'i')

function readMusicbrainz({ pathname }: URL): TrackLink | undefined {
  const id = RECORDING.exec(pathname)?.[1]?.toLowerCase()
  return id === undefined ? undefined : { service: 'musicbrainz', id, url: `https://musicbrainz.org/recording/${id}` }
}

/** The player, with one recording or several, of which the first is read; or a recording's page. */
function readListenbrainz({ pathname, searchParams }: URL): TrackLink | undefined {
  const isPlayer = /^\/player\/?$/.test(pathname)
  const mbid = isPlayer
    ? (searchParams.get('recording_mbids') ?? '').split(',')[0]?.trim()
    : RECORDING.exec(pathname)?.[1]
  if (mbid === undefined || !ONE_MBID.test(mbid)) return undefined
  const id = mbid.toLowerCase()
  return { service: 'listenbrainz', id, url: `https://listenbrainz.org/player/?recording_mbids=${id}` }
}
