import { lastCursor } from '#contract/page.ts'
import type { ListenableTrack } from '../listen-links/services.ts'

/** The largest number of tracks of a playlist: the first ones of the list. */
export const PLAYLIST_MAX = 1000
/** The rows of one read. */
const PART = 200

/** A list of tracks to take along. */
export interface Playlist {
  readonly title: string
  readonly tracks: readonly ListenableTrack[]
}

/** Reads a list with pages to its end, at most {@link PLAYLIST_MAX} rows. */
export async function readPages<Row extends { readonly id: number }>(
  readPage: (page: { limit: number; before?: number }) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  while (rows.length < PLAYLIST_MAX) {
    const before = lastCursor(rows)
    const page = await readPage({ limit: PART, ...(before !== undefined && { before }) })
    rows.push(...page)
    if (page.length < PART) break
  }
  return rows
}

/** Returns the playlist of tracks: each once, without those that lack a name. */
export function toPlaylist(title: string, tracks: readonly ListenableTrack[]): Playlist {
  const named = tracks.filter(({ name, artist }) => name.trim() !== '' && artist.trim() !== '')
  const byName = new Map(named.map((track) => [`${track.artist}\n${track.name}`, track]))
  return { title, tracks: [...byName.values()].slice(0, PLAYLIST_MAX) }
}
