import type { SwapTrack } from '../status.ts'

/** Somewhere a track can be heard: by its own address or by a search there. */
export interface Listening {
  /** As it is remembered. */
  id: string
  name: string
  url: string
}

/** A track's own page, where the host gave one. */
const OWN = 'own'

/** Addresses of the services' own search pages, as of November 2026. `q` is encoded already. */
const searches: readonly { id: string; name: string; search: (q: string) => string }[] = [
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

/** Where a track can be heard: its own page first, then the services. Only http and https are followed. */
export function listeningsOf({ name, artist, url }: SwapTrack): readonly Listening[] {
  const q = encodeURIComponent(`${artist} ${name}`.trim())
  const own = pageOf(url)
  const found = searches.map(({ id, name: service, search }) => ({ id, name: service, url: search(q) }))
  return own ? [own, ...found] : found
}

/** The one that is offered first: the chosen service, else the track's own page, else the first service. */
export const preferred = (all: readonly Listening[], chosen: string | null): Listening | undefined =>
  all.find(({ id }) => id === chosen) ?? all[0]

function pageOf(url: string): Listening | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  const site = hostname.replace(/^www\./, '')
  return { id: OWN, name: site === 'last.fm' ? 'Last.fm' : site, url }
}
