import type { Song } from '../queries.ts'

/** Case-insensitive substring match on track name or artist. */
export function filterSongs(songs: readonly Song[], typed: string): readonly Song[] {
  const term = typed.trim().toLowerCase()
  if (term === '') return songs
  return songs.filter(({ name, artist }) => name.toLowerCase().includes(term) || artist.toLowerCase().includes(term))
}
