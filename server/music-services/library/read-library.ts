import type { Services } from '#server/http/api.ts'
import { logError } from '#server/telemetry/log.ts'
import { openAccount } from './account.ts'
import { LibraryFailure } from './library-failure.ts'
import { storeMatches, toListedSong } from './match-songs.ts'
import { type Library, releaseLibrary, storeEnd, storeLibraryFailure, storeProgress, takeLibrary } from './store.ts'
import { fetchSongs } from './subsonic.ts'

type LibraryServices = Pick<Services, 'db' | 'config' | 'now' | 'log'>

/** How many of a library's songs are read; more are ignored. */
export const SONGS_MAX = 200_000
/** A part of a run ends after this time, in ms, so that another process may continue. */
const PART_MS = 60_000

/**
 * Reads songs from the library that is due longest, page by page, for a minute. Returns false if
 * none is due. A failure in the library, or in this server, is stored for the member; a run
 * continues after it where it ended.
 */
export async function readNextLibrary(services: LibraryServices, signal?: AbortSignal): Promise<boolean> {
  const { db, now } = services
  const library = await takeLibrary(db, now())
  if (library === undefined) return false
  try {
    const songs = await readPart(services, library, signal)
    await (songs === undefined ? releaseLibrary(db, library) : storeEnd(db, library, songs, now()))
  } catch (error) {
    if (signal?.aborted === true) await releaseLibrary(db, library)
    else {
      const failure = error instanceof LibraryFailure ? error : new LibraryFailure('server_error')
      if (failure !== error) logError(services.log, error, {}, 'A music library could not be read. ')
      await storeLibraryFailure(db, library, failure, now())
    }
  }
  return true
}

/** Reads pages for a minute. Returns the total song count; undefined if there are more. */
async function readPart(
  services: LibraryServices,
  library: Library,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const account = openAccount(services.config, library)
  const endsAt = performance.now() + PART_MS
  let { songsRead } = library
  let first: string | undefined
  while (songsRead < SONGS_MAX) {
    if (performance.now() > endsAt) return undefined
    const page = await fetchSongs(services, account, songsRead, signal)
    const songs = page.flatMap((record) => toListedSong(record) ?? [])
    // A library that ignores the offset sends its first page again.
    if (page.length === 0 || (first !== undefined && songs[0]?.id === first)) return songsRead
    first = songs[0]?.id
    await storeMatches(services.db, library, songs)
    songsRead = Math.min(SONGS_MAX, songsRead + page.length)
    await storeProgress(services.db, library, songsRead, services.now())
  }
  return songsRead
}
