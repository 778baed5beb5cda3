import { toFields } from '#server/listening/listens/scrobble.ts'
import { callLibrary, type LibraryAccount, type LibraryServices, NOT_FOUND, SubsonicError } from './subsonic-call.ts'

/** The number of songs or albums per request; servers allow at most 500. */
const PAGE_LENGTH = 500
/** A page of songs with all their fields has 0.6 MB. */
const PAGE_RESPONSE = { bytesMax: 8_000_000, timeoutMs: 30_000 }

/**
 * Returns a page with a library's songs. The pages end with an empty one. Throws
 * {@link LibraryFailure}.
 */
export async function fetchSongs(
  services: LibraryServices,
  library: LibraryAccount,
  offset: number,
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  const parameters = {
    query: '',
    artistCount: '0',
    albumCount: '0',
    songCount: String(PAGE_LENGTH),
    songOffset: String(offset),
  }
  const content = await callLibrary(services, library, 'search3', { ...PAGE_RESPONSE, signal, parameters })
  return toList(toFields(content['searchResult3'])['song']).slice(0, PAGE_LENGTH)
}

export interface LibraryAlbum {
  readonly id: string
  /** As the list of albums states it. */
  readonly songs: number
}

/** Returns a page of the albums of a library, which ends with an empty one. Throws {@link LibraryFailure}. */
export async function fetchAlbums(
  services: LibraryServices,
  library: LibraryAccount,
  offset: number,
  signal?: AbortSignal,
): Promise<readonly LibraryAlbum[]> {
  const parameters = { type: 'alphabeticalByName', size: String(PAGE_LENGTH), offset: String(offset) }
  const content = await callLibrary(services, library, 'getAlbumList2', { ...PAGE_RESPONSE, signal, parameters })
  return toList(toFields(content['albumList2'])['album'])
    .slice(0, PAGE_LENGTH)
    .map((record) => {
      const { id, songCount } = toFields(record)
      return { id: typeof id === 'number' ? String(id) : typeof id === 'string' ? id : '', songs: Number(songCount) }
    })
}

/** Returns the songs of an album; none if the library has lost it. Throws {@link LibraryFailure}. */
export async function fetchAlbumSongs(
  services: LibraryServices,
  library: LibraryAccount,
  albumId: string,
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  try {
    const content = await callLibrary(services, library, 'getAlbum', {
      ...PAGE_RESPONSE,
      signal,
      parameters: { id: albumId },
    })
    return toList(toFields(content['album'])['song'])
  } catch (error) {
    if (error instanceof SubsonicError && error.number === NOT_FOUND) return []
    throw error
  }
}

/** Returns the records of a list; some servers send a single one without it. */
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value])
