import type { LaterSource } from '#contract/listening/later-tracks.ts'
import { parseTrackLink, type ServiceTrack, toTrackAddress } from '#contract/listening/track-services.ts'

/** The track fields that are needed to open it, or to save it for later. */
export interface ListenableTrack {
  /** The track's page id here, if known. */
  id?: number | undefined
  name: string
  artist: string
  /** The track's page; empty if the host returns none. */
  url: string
  /** Where the track plays: `TrackLinks` in the contract. */
  links?: string | undefined
  source?: LaterSource | undefined
}

/** A place to hear a track: its page or its address at a service, or a search there. */
export interface ListenOption {
  id: string
  name: string
  url: string
  /** Whether it opens the track itself, not a search. */
  isExact: boolean
  link?: ServiceTrack
}

/** A track's own page, where the host gave one. */
export const OWN_PAGE = 'own'

interface MusicService {
  id: string
  name: string
  /** Its id in the contract, if it has tracks by id. */
  linksOf: string
}

interface SearchableService extends MusicService {
  /** Returns the URL of its search page; `q` is encoded already. */
  search: (q: string) => string
}

const YOUTUBE_PAGE = 'https://www.youtube.com/watch?'
const YOUTUBE_MUSIC_PAGE = 'https://music.youtube.com/watch?'

/** URLs of the services' own search pages, as of November 2026; Qobuz has no address for a search. */
export const musicServices: readonly [SearchableService, ...(MusicService | SearchableService)[]] = [
  { id: 'spotify', name: 'Spotify', linksOf: 'spotify', search: (q) => `https://open.spotify.com/search/${q}` },
  {
    id: 'apple-music',
    name: 'Apple Music',
    linksOf: 'apple',
    search: (q) => `https://music.apple.com/search?term=${q}`,
  },
  {
    id: 'youtube',
    name: 'YouTube',
    linksOf: 'youtube',
    search: (q) => `https://www.youtube.com/results?search_query=${q}`,
  },
  {
    id: 'youtube-music',
    name: 'YouTube Music',
    linksOf: 'youtube',
    search: (q) => `https://music.youtube.com/search?q=${q}`,
  },
  {
    id: 'bandcamp',
    name: 'Bandcamp',
    linksOf: 'bandcamp',
    search: (q) => `https://bandcamp.com/search?q=${q}&item_type=t`,
  },
  { id: 'tidal', name: 'Tidal', linksOf: 'tidal', search: (q) => `https://listen.tidal.com/search?q=${q}` },
  { id: 'deezer', name: 'Deezer', linksOf: 'deezer', search: (q) => `https://www.deezer.com/search/${q}` },
  {
    id: 'soundcloud',
    name: 'SoundCloud',
    linksOf: 'soundcloud',
    search: (q) => `https://soundcloud.com/search/sounds?q=${q}`,
  },
  {
    id: 'amazon-music',
    name: 'Amazon Music',
    linksOf: 'amazon',
    search: (q) => `https://music.amazon.com/search/${q}`,
  },
  { id: 'qobuz', name: 'Qobuz', linksOf: 'qobuz' },
]

const canSearch = (service: MusicService | SearchableService): service is SearchableService => 'search' in service

/**
 * Returns the places to hear a track: its own page first, then the services that have it, then a
 * search in every other one that has one. Only http and https URLs are used.
 */
export function listListenOptions(track: ListenableTrack): readonly ListenOption[] {
  const found = musicServices.flatMap(
    (service) => findExact(service, track) ?? (canSearch(service) ? searchIn(service, track) : []),
  )
  const own = findOwnPage(track.url)
  return [own ?? [], found.filter(({ isExact }) => isExact), found.filter(({ isExact }) => !isExact)].flat()
}

/** Returns the best place: in the chosen service, else another; else a search; else the own page. */
export function findPreferred(track: ListenableTrack, chosen: string | null): ListenOption {
  const service = musicServices.find(({ id }) => id === chosen)
  const exact = [...(service ? [service] : []), ...musicServices].map((each) => findExact(each, track)).find(Boolean)
  const isOwnChosen = chosen === OWN_PAGE
  if (exact && !isOwnChosen) return exact
  if (service && canSearch(service)) return searchIn(service, track)
  return findOwnPage(track.url) ?? exact ?? searchIn(musicServices[0], track)
}

const searchIn = ({ id, name, search }: SearchableService, track: ListenableTrack): ListenOption => ({
  id,
  name,
  // Half of a surrogate pair has no encoding.
  url: search(encodeURIComponent(`${track.artist} ${track.name}`.trim().replaceAll(/\p{Surrogate}/gu, ''))),
  isExact: false,
})

/** Returns the track's first address at a service. YouTube Music plays what YouTube has. */
function findExact({ id, name, linksOf }: MusicService, { links = '' }: ListenableTrack): ListenOption | undefined {
  const text = links.split(' ').find((each) => each.startsWith(`${linksOf}:`))
  const link = text === undefined ? undefined : parseTrackLink(text)
  if (link === undefined) return undefined
  const address = toTrackAddress(link)
  const url = id === 'youtube-music' ? address.replace(YOUTUBE_PAGE, YOUTUBE_MUSIC_PAGE) : address
  return { id, name, url, isExact: true, link }
}

function findOwnPage(url: string): ListenOption | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  const site = hostname.replace(/^www\./, '')
  return { id: OWN_PAGE, name: site === 'last.fm' ? 'Last.fm' : site, url, isExact: true }
}
