import type { ListenableTrack } from '../listen-links/services.ts'

/** The most tracks in a playlist: the first ones in the list. */
export const PLAYLIST_MAX = 1000

export interface Playlist {
  readonly title: string
  readonly tracks: readonly ListenableTrack[]
}

/** Returns the playlist for tracks: each once, without those that lack a name. */
export function toPlaylist(title: string, tracks: readonly ListenableTrack[]): Playlist {
  const named = tracks.filter(({ name, artist }) => name.trim() !== '' && artist.trim() !== '')
  const byName = new Map(named.map((track) => [`${track.artist}\n${track.name}`, track]))
  return { title, tracks: [...byName.values()].slice(0, PLAYLIST_MAX) }
}
