import type { Query } from '@tanstack/react-query'

export interface StoredMusic {
  readonly id: number
  readonly name: string
  readonly artist_id?: number
  readonly artist?: string
}
export interface StoredPerson {
  readonly name: string
  readonly picture: string
}
interface StoredBroadcast {
  readonly id: number
  readonly user: string
  readonly title: string
  readonly timestamp: string
  readonly pfpsm: string
}

export interface StoredMatches {
  readonly artists: readonly StoredMusic[]
  readonly albums: readonly StoredMusic[]
  readonly tracks: readonly StoredMusic[]
  readonly people: readonly StoredPerson[]
  readonly broadcasts: readonly StoredBroadcast[]
}

const RESULTS_MAX = 10
/** A member's responses have some ten thousand objects at most. */
const OBJECTS_MAX = 50_000

type Fields = Readonly<Record<string, unknown>>
type Kind = 'artists' | 'albums' | 'tracks'

/** The names under which responses hold music: for lists, and for single rows. */
const KINDS: Readonly<Record<string, Kind>> = {
  artists: 'artists',
  artist: 'artists',
  topArtists: 'artists',
  top_artists: 'artists',
  albums: 'albums',
  album: 'albums',
  top_albums: 'albums',
  tracks: 'tracks',
  track: 'tracks',
  topTracks: 'tracks',
  top_tracks: 'tracks',
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '')

/** Folds case, width and accents, as the server's search does. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'\u2019]/g, '')
    .toLowerCase()

/** Returns stored music, members and broadcasts with a term's words: the search when offline. */
export function findStored(queries: readonly Pick<Query, 'state'>[], term: string): StoredMatches {
  const words = fold(term).split(/\s+/).filter(Boolean)
  const found = {
    artists: new Map<number, StoredMusic>(),
    albums: new Map<number, StoredMusic>(),
    tracks: new Map<number, StoredMusic>(),
    people: new Map<string, StoredPerson>(),
    broadcasts: new Map<number, StoredBroadcast>(),
  }
  const add = <K, V>(map: Map<K, V>, key: K, row: V, text: string) => {
    const folded = fold(text)
    if (map.size < RESULTS_MAX && !map.has(key) && words.every((word) => folded.includes(word))) map.set(key, row)
  }
  const addMusic = (kind: Kind, id: number, name: string, artist: string, artistId: unknown) => {
    const by = typeof artistId === 'number' ? { artist_id: artistId } : {}
    const row = { id, name, ...(kind !== 'artists' && { artist, ...by }) }
    if (name !== '') add(found[kind], id, row, `${name} ${artist}`)
  }
  const addPerson = (name: string, { pfpsm, pfpmed, profileImage }: Fields) =>
    name !== '' && add(found.people, name, { name, picture: asText(pfpsm ?? pfpmed ?? profileImage) }, name)

  const read = (row: Fields, key: string) => {
    const { id, user, title, type, timestamp, relatedid } = row
    const [track, artist] = [asText(row['track']), asText(row['artist'])]
    if (typeof id === 'number' && type === 'Track' && typeof user === 'string') {
      const text = `${asText(title)} ${asText(row['body'])}`
      const pfpsm = asText(row['user_pfp_sm'])
      add(found.broadcasts, id, { id, user, title: asText(title), timestamp: asText(timestamp), pfpsm }, text)
      addPerson(user, { pfpsm })
      if (typeof relatedid === 'number') addMusic('tracks', relatedid, track, artist, undefined)
      return
    }
    const kind = KINDS[key]
    if (kind !== undefined && typeof id === 'number')
      addMusic(kind, id, asText(row['name']) || track, artist, row['artist_id'])
    if (key === 'userProfile') addPerson(asText(row['profile']), row)
    if (key === 'people') addPerson(asText(row['name']), row)
    if (key === 'neighbours' || key === 'topListeners') addPerson(asText(row['username']), row)
  }

  let left = OBJECTS_MAX
  const walk = (value: unknown, key: string) => {
    if (typeof value !== 'object' || value === null || left-- <= 0) return
    if (Array.isArray(value)) {
      for (const item of value) walk(item, key)
      return
    }
    const row = value as Fields // any object in a response
    read(row, key)
    for (const [name, child] of Object.entries(row)) walk(child, name)
  }
  for (const { state } of queries) walk(state.data, '')
  return {
    artists: [...found.artists.values()],
    albums: [...found.albums.values()],
    tracks: [...found.tracks.values()],
    people: [...found.people.values()],
    broadcasts: [...found.broadcasts.values()],
  }
}
