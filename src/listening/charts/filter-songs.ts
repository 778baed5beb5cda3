import type { Song } from '../queries.ts'

/** Returns the songs with the typed text in track name or artist, case-insensitively. */
export function filterSongs(songs: readonly Song[], typed: string): readonly Song[] {
  const term = typed.trim().toLowerCase()
  if (term === '') return songs
  return songs.filter(({ name, artist }) => name.toLowerCase().includes(term) || artist.toLowerCase().includes(term))
}
