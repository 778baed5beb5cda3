import { listPages, SONGS_MAX, type SongPage } from './song-pages.ts'
import { fetchAlbumSongs, fetchAlbums, fetchSongs, type LibraryCall } from './subsonic-songs.ts'

/** Albums are sent as a page when they are this many, or have this many songs: a slow library is read on for minutes. */
const PAGE_OF_ALBUMS = 20
const PAGE_OF_SONGS = 500

/**
 * Lists the songs of a library from a position: by a search for everything, or, from a library that
 * finds nothing so, album by album. Throws ServiceFailure.
 */
export async function* listSongs(call: LibraryCall, from: number): AsyncGenerator<SongPage> {
  const page = await fetchSongs(call, from)
  const isFound = page.length > 0 || (from > 0 && (await fetchSongs(call, 0)).length > 0)
  const fetchPage = async (offset: number) => (offset === from ? page : await fetchSongs(call, offset))
  yield* isFound ? listPages(fetchPage, from) : listByAlbums(call, from)
}

/** The position is the number of songs that the list states of the albums before. */
export async function* listByAlbums(call: LibraryCall, from: number): AsyncGenerator<SongPage> {
  let readTo = 0
  let albums = 0
  let records: unknown[] = []
  for await (const { id, songs } of listAlbums(call)) {
    const isRead = readTo < from
    // An album without a number of songs is a step, too: the list must end.
    readTo = Math.min(SONGS_MAX, readTo + (songs >= 1 ? Math.floor(songs) : 1))
    if (isRead) continue
    albums++
    records.push(...(await fetchAlbumSongs(call, id)))
    if (readTo === SONGS_MAX) break
    if (albums < PAGE_OF_ALBUMS && records.length < PAGE_OF_SONGS) continue
    yield { records, readTo }
    ;[records, albums] = [[], 0]
  }
  if (readTo > from) yield { records, readTo }
}

async function* listAlbums(call: LibraryCall) {
  let first: string | undefined
  for (let offset = 0; ; ) {
    const page = await fetchAlbums(call, offset)
    if (page.length === 0 || page[0]?.id === first) return
    first = page[0]?.id
    offset += page.length
    yield* page.filter(({ id }) => id !== '')
  }
}
