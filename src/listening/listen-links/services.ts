/** The fields of a track that are needed to open it. */
export interface ListenableTrack {
  name: string
  artist: string
  /** The track's page; empty if the host returns none. */
  url: string
}

/** A place to hear a track: its own URL or a search in a service. */
export interface ListenOption {
  /** The stored id. */
  id: string
  name: string
  url: string
}

/** A track's own page, where the host gave one. */
export const OWN_PAGE = 'own'

interface MusicService {
  id: string
  name: string
  /** Returns the URL of its search page; `q` is encoded already. */
  search: (q: string) => string
}

/** URLs of the services' own search pages, as of November 2026. */
export const musicServices: readonly [MusicService, ...MusicService[]] = [
  { id: 'spotify', name: 'Spotify', search: (q) => `https://open.spotify.com/search/${q}` },
  { id: 'apple-music', name: 'Apple Music', search: (q) => `https://music.apple.com/search?term=${q}` },
  { id: 'youtube', name: 'YouTube', search: (q) => `https://www.youtube.com/results?search_query=${q}` },
  { id: 'youtube-music', name: 'YouTube Music', search: (q) => `https://music.youtube.com/search?q=${q}` },
  { id: 'bandcamp', name: 'Bandcamp', search: (q) => `https://bandcamp.com/search?q=${q}&item_type=t` },
  { id: 'tidal', name: 'Tidal', search: (q) => `https://listen.tidal.com/search?q=${q}` },
  { id: 'deezer', name: 'Deezer', search: (q) => `https://www.deezer.com/search/${q}` },
  { id: 'soundcloud', name: 'SoundCloud', search: (q) => `https://soundcloud.com/search/sounds?q=${q}` },
  { id: 'amazon-music', name: 'Amazon Music', search: (q) => `https://music.amazon.com/search/${q}` },
]

/**
 * Returns the places to hear a track: its own page first, then every service. Only http and https
 * URLs are used.
 */
export function listListenOptions(track: ListenableTrack): readonly ListenOption[] {
  const found = musicServices.map((service) => searchIn(service, track))
  const own = findOwnPage(track.url)
  return own ? [own, ...found] : found
}

/**
 * Returns the place that opens a track: the chosen service, else its own page, else the first
 * service.
 */
export function findPreferred(track: ListenableTrack, chosen: string | null): ListenOption {
  const service = musicServices.find(({ id }) => id === chosen)
  if (service) return searchIn(service, track)
  return findOwnPage(track.url) ?? searchIn(musicServices[0], track)
}

const searchIn = ({ id, name, search }: MusicService, track: ListenableTrack): ListenOption => ({
  id,
  name,
  url: search(encodeURIComponent(`${track.artist} ${track.name}`.trim())),
})

function findOwnPage(url: string): ListenOption | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  const site = hostname.replace(/^www\./, '')
  return { id: OWN_PAGE, name: site === 'last.fm' ? 'Last.fm' : site, url }
}
