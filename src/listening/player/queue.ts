import { toLibraryTrackId } from '#contract/listening/music-library.ts'

/** A track in the own library. `id` is that for `GET /library/songs/{id}`. */
export interface LibrarySong {
  readonly id: number
  readonly name: string
  readonly artist: string
}

/** Songs in the order of the list that they were played from, and which one is current. */
export interface PlayQueue {
  readonly songs: readonly LibrarySong[]
  readonly at: number
}

interface LinkedTrack {
  readonly name: string
  readonly artist: string
  readonly links?: string | undefined
}

/** Returns the song for a track; undefined if the library has none. */
export function toSong({ name, artist, links }: LinkedTrack): LibrarySong | undefined {
  const id = toLibraryTrackId(links)
  return id === undefined ? undefined : { id, name, artist }
}

/** Returns the songs in a list, each once, from `first` on; `first` alone if the list lacks it. */
export function toQueue(first: LibrarySong, list: readonly LinkedTrack[]): PlayQueue {
  const songs = [...new Map(list.flatMap((track) => toSong(track) ?? []).map((song) => [song.id, song])).values()]
  const at = songs.findIndex(({ id }) => id === first.id)
  return at === -1 ? { songs: [first], at: 0 } : { songs, at }
}

/** Returns the queue `steps` further; undefined beyond its ends. */
export function moveBy({ songs, at }: PlayQueue, steps: number): PlayQueue | undefined {
  return at + steps in songs ? { songs, at: at + steps } : undefined
}
