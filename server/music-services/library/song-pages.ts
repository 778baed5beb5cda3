import { toFields } from '#server/listening/listens/scrobble.ts'

/** The number of songs of a library that are read; more are ignored. */
export const SONGS_MAX = 200_000

/** Records of songs, and the position in the library after them. */
export interface SongPage {
  readonly records: readonly unknown[]
  readonly readTo: number
}

/** Lists pages from a position, which have the ids of songs in `id`, up to an empty or repeated page. */
export async function* listPages(
  fetchPage: (from: number) => Promise<readonly unknown[]>,
  from: number,
): AsyncGenerator<SongPage> {
  let [readTo, records] = [from, await fetchPage(from)]
  let first: unknown
  while (records.length > 0) {
    const id = toFields(records[0])['id']
    // A library that ignores the offset sends its first page again.
    if (first !== undefined && id === first) return
    first = id
    readTo = Math.min(SONGS_MAX, readTo + records.length)
    yield { records, readTo }
    if (readTo === SONGS_MAX) return
    records = await fetchPage(readTo)
  }
}
