import { toFields } from '#server/listening/listens/scrobble.ts'
import { type LibraryServices, NotInLibrary, PAGE_RESPONSE } from './library-call.ts'
import { callSubsonic, type SubsonicAccount } from './subsonic-call.ts'

/** The number of songs or albums per request; servers allow at most 500. */
const PAGE_LENGTH = 500

/** Calls a method that responds with a list. Throws ServiceFailure. */
export type LibraryCall = (
  method: string,
  parameters: Readonly<Record<string, string>>,
) => Promise<Readonly<Record<string, unknown>>>

export const openSubsonicCall =
  (services: LibraryServices, library: SubsonicAccount, signal?: AbortSignal): LibraryCall =>
  (method, parameters) =>
    callSubsonic(services, library, method, { ...PAGE_RESPONSE, signal, parameters })

/** Returns a page with a library's songs. The pages end with an empty one. */
export async function fetchSongs(call: LibraryCall, offset: number): Promise<readonly unknown[]> {
  const content = await call('search3', {
    query: '',
    artistCount: '0',
    albumCount: '0',
    songCount: String(PAGE_LENGTH),
    songOffset: String(offset),
  })
  return toList(toFields(content['searchResult3'])['song']).slice(0, PAGE_LENGTH)
}

interface LibraryAlbum {
  readonly id: string
  /** As the list of albums states it. */
  readonly songs: number
}

/** Returns a page of the albums of a library. The pages end with an empty one. */
export async function fetchAlbums(call: LibraryCall, offset: number): Promise<readonly LibraryAlbum[]> {
  const parameters = { type: 'alphabeticalByName', size: String(PAGE_LENGTH), offset: String(offset) }
  const content = await call('getAlbumList2', parameters)
  return toList(toFields(content['albumList2'])['album'])
    .slice(0, PAGE_LENGTH)
    .map((record) => {
      const { id, songCount } = toFields(record)
      return { id: typeof id === 'number' ? String(id) : typeof id === 'string' ? id : '', songs: Number(songCount) }
    })
}

/** Returns the songs of an album; none if the library has lost it. */
export async function fetchAlbumSongs(call: LibraryCall, id: string): Promise<readonly unknown[]> {
  try {
    return toList(toFields((await call('getAlbum', { id }))['album'])['song'])
  } catch (error) {
    if (error instanceof NotInLibrary) return []
    throw error
  }
}

/** Returns the records of a list; some servers send a single one without it. */
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value])
