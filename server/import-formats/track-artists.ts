import { DAY_MS } from '#contract/durations.ts'

/** Apple's daily tracks have 150,000 rows for ten years. */
const NAMES_MAX = 400_000

interface NamedTrack {
  readonly title: string
  readonly artist: string
  readonly album?: string | undefined
  /** A day on which it was played, in days since 1970. */
  readonly day?: number | undefined
}

/** Track artists, which one file from a service names and another one does not. */
export interface TrackArtists {
  /** Whether all files with names were read. */
  readonly isComplete: () => boolean
  complete(): void
  learn(track: NamedTrack): void
  /** Returns the artist of a track; undefined if none, or more than one, has it. */
  find(track: { readonly title: string; readonly album: string; readonly atMs: number }): string | undefined
}

/** A title that several artists have. */
const AMBIGUOUS = Symbol('ambiguous')

/**
 * Returns a store for at most `NAMES_MAX` names; more are ignored. A title by several artists is
 * found by its album, then by the day of the play, which may be local: the day before and after
 * count too.
 */
export function createTrackArtists({ isComplete = false } = {}): TrackArtists {
  const artists = new Map<string, string | typeof AMBIGUOUS>()
  const add = (key: string, artist: string) => {
    const known = artists.get(key)
    if (known === undefined && artists.size >= NAMES_MAX) return
    if (known !== artist) artists.set(key, known === undefined ? artist : AMBIGUOUS)
  }
  const find = (key: string): string | undefined => {
    const known = artists.get(key)
    return typeof known === 'string' ? known : undefined
  }
  return {
    isComplete: () => isComplete,
    complete() {
      isComplete = true
    },
    learn({ title, artist, album = '', day }) {
      const key = toKey(title)
      const name = artist.trim()
      if (key === '' || name === '' || artist.length > NAME_MAX || title.length > NAME_MAX) return
      add(key, name)
      if (album !== '') add(`${key}\n${toAlbumKey(album)}`, name)
      if (day !== undefined && !Number.isNaN(day)) add(`${key}\n${day}`, name)
    },
    find({ title, album, atMs }) {
      if (title.length > NAME_MAX) return undefined
      const key = toKey(title)
      const day = Math.floor(atMs / DAY_MS)
      const keys = [`${key}\n${toAlbumKey(album)}`, ...[day, day - 1, day + 1].map((each) => `${key}\n${each}`), key]
      return keys.map(find).find((artist) => artist !== undefined)
    },
  }
}

const NAME_MAX = 500
const toKey = (name: string): string => name.normalize('NFKC').toLowerCase().trim()
/** Apple writes `Harbour - Single` in one file and `Harbour` in another. */
const toAlbumKey = (album: string): string => toKey(album.slice(0, NAME_MAX)).replace(/ - (?:single|ep)$/, '')
