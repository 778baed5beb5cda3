import { toFields } from '#server/listening/listens/scrobble.ts'
import { ServiceFailure } from '../service-failure.ts'
import {
  callLibrary,
  checkStatus,
  type LibraryServices,
  NotInLibrary,
  openFile,
  PAGE_RESPONSE,
  SMALL_RESPONSE,
} from './library-call.ts'
import type { LibraryProtocol } from './protocol.ts'
import { listPages } from './song-pages.ts'

/*
 * The calls of Jellyfin's API that are used here, by its source (Jellyfin.Api/Controllers):
 * ItemsController.GetItems, LibraryController.GetFile, ImageController.GetItemImage. Also
 * https://api.jellyfin.org.
 */

interface JellyfinAccount {
  readonly address: string
  readonly credentials: { readonly userId: string; readonly token: string }
}

/** Songs per request: items are long with their media sources, which have the sizes. */
const PAGE_LENGTH = 200
/** In the order in which they were added: a song that is added meanwhile shifts no page. */
const SONGS = {
  recursive: 'true',
  includeItemTypes: 'Audio',
  fields: 'ProviderIds,MediaSources',
  sortBy: 'DateCreated,SortName',
  limit: String(PAGE_LENGTH),
  enableImages: 'false',
  enableUserData: 'false',
  enableTotalRecordCount: 'false',
}
/** `RunTimeTicks` counts 100 ns. */
const TICKS_PER_SECOND = 10_000_000

export function openJellyfin(
  services: LibraryServices,
  { address, credentials: { userId, token } }: JellyfinAccount,
): LibraryProtocol {
  // The only header for tokens that Jellyfin has not deprecated (AuthorizationContext).
  const authorization = `MediaBrowser Token="${token}"`
  const listItems = async (
    parameters: Readonly<Record<string, string>>,
    limits: Parameters<typeof callLibrary>[2],
  ): Promise<readonly unknown[]> => {
    const request = { address, path: 'Items', parameters: { userId, ...parameters }, authorization }
    const response = await callLibrary(services, request, limits)
    checkStatus(response)
    const items = toFields(response.json)['Items']
    if (!Array.isArray(items)) throw new ServiceFailure('unreadable_answer')
    return items
  }
  return {
    listSongs: (from, signal) =>
      listPages(async (startIndex) => {
        const parameters = { ...SONGS, startIndex: String(startIndex) }
        return (await listItems(parameters, { ...PAGE_RESPONSE, signal })).slice(0, PAGE_LENGTH).map(toSong)
      }, from),
    async openSong(songId, options) {
      const id = toItemId(songId)
      // From an OpenSubsonic server that was linked at the same address before.
      if (id === undefined) throw new NotInLibrary()
      const request = { address, path: `Items/${id}/File`, authorization }
      return openFile(services, request, { kind: 'audio', ...options }, checkStatus)
    },
    async openCover({ songId, side }, signal) {
      const [item] = await listItems({ ids: songId }, { ...SMALL_RESPONSE, signal })
      const id = findImageId(item)
      if (id === undefined) return undefined
      const request = {
        address,
        path: `Items/${id}/Images/Primary`,
        parameters: { maxWidth: String(side) },
        authorization,
      }
      return openFile(services, request, { kind: 'image', signal }, checkStatus)
    },
  }
}

/** Returns an id that leaves a path as it is. Jellyfin's are GUIDs, those of compatible servers are longer. */
export const toItemId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : undefined

/** Returns an item (`BaseItemDto`) with the fields of OpenSubsonic; undefined for one that is no song. */
function toSong(item: unknown) {
  const fields = toFields(item)
  if (fields['Type'] !== 'Audio') return undefined
  const { RunTimeTicks: ticks, Artists: artists, MediaSources: sources } = fields
  return {
    id: toItemId(fields['Id']),
    title: fields['Name'],
    // One of several: a joined text is no name that others use.
    artist: toFields(artists)['0'] ?? fields['AlbumArtist'],
    duration: typeof ticks === 'number' ? ticks / TICKS_PER_SECOND : undefined,
    size: toFields(toFields(sources)['0'])['Size'],
    // `MusicBrainzTrack` is the track on a release, and no recording (AudioFileProber).
    musicBrainzId: toFields(fields['ProviderIds'])['MusicBrainzRecording'],
  }
}

/** Returns the item with the cover of a song: itself, or its album. */
function findImageId(item: unknown): string | undefined {
  const { Id: id, ImageTags: tags, AlbumId: albumId, AlbumPrimaryImageTag: albumTag } = toFields(item)
  if (typeof toFields(tags)['Primary'] === 'string') return toItemId(id)
  return typeof albumTag === 'string' ? toItemId(albumId) : undefined
}
