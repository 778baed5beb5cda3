import type { Services } from '#server/http/api.ts'
import { logError } from '#server/telemetry/log.ts'
import { ServiceFailure } from '../service-failure.ts'
import { storeMatches, toListedSong } from './match-songs.ts'
import { openLibrary } from './open-library.ts'
import { SONGS_MAX } from './song-pages.ts'
import { type Library, releaseLibrary, storeEnd, storeLibraryFailure, storeProgress, takeLibrary } from './store.ts'

type LibraryServices = Pick<Services, 'db' | 'config' | 'now' | 'log'>

/** A part of a run ends after this time, in ms, so that other libraries and processes have a turn. */
const PART_MS = 60_000
/**
 * A library has failed if it has not sent a page by then, in ms: a page of albums takes many
 * requests, and after the lease another lane would read the same library.
 */
const PART_MAX_MS = 4 * 60_000

/**
 * Reads songs from the library that is due longest, page by page, for a minute. Returns false if
 * none is due. A failure in the library, or in this server, is stored for the member; a run
 * continues after it where it ended.
 */
export async function readNextLibrary(
  services: LibraryServices,
  signal?: AbortSignal,
  partMaxMs = PART_MAX_MS,
): Promise<boolean> {
  const { db, now } = services
  const library = await takeLibrary(db, now())
  if (library === undefined) return false
  const late = AbortSignal.timeout(partMaxMs)
  try {
    const songs = await readPart(services, library, signal === undefined ? late : AbortSignal.any([signal, late]))
    await (songs === undefined ? releaseLibrary(db, library, now()) : storeEnd(db, library, songs, now()))
  } catch (error) {
    if (signal?.aborted === true) await releaseLibrary(db, library, now())
    else {
      const failure = error instanceof ServiceFailure ? error : new ServiceFailure('server_error')
      if (failure !== error) logError(services.log, error, {}, 'A music library could not be read. ')
      await storeLibraryFailure(db, library, failure, now())
    }
  }
  return true
}

/** Reads pages for a minute. Returns the total song count; undefined if there are more. */
async function readPart(services: LibraryServices, library: Library, signal: AbortSignal): Promise<number | undefined> {
  const { listSongs } = openLibrary(services, library)
  const endsAt = performance.now() + PART_MS
  let { songsRead } = library
  if (songsRead >= SONGS_MAX) return songsRead
  for await (const { records, readTo } of listSongs(songsRead, signal)) {
    const songs = records.flatMap((record) => toListedSong(record) ?? [])
    await storeMatches(services.db, library, songs)
    songsRead = readTo
    await storeProgress(services.db, library, songsRead, services.now())
    if (performance.now() > endsAt && songsRead < SONGS_MAX) return undefined
  }
  return songsRead
}
