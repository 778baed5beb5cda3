import { toFields } from '#server/listening/listens/scrobble.ts'
import { type LibraryServices, openFile, SMALL_RESPONSE } from './library-call.ts'
import type { LibraryProtocol } from './protocol.ts'
import { toText } from './read-text.ts'
import { callSubsonic, readContent, type SubsonicAccount, toRequest } from './subsonic-call.ts'
import { listSongs } from './subsonic-listing.ts'
import { openSubsonicCall } from './subsonic-songs.ts'

export const openSubsonic = (services: LibraryServices, library: SubsonicAccount): LibraryProtocol => ({
  listSongs: (from, signal) => listSongs(openSubsonicCall(services, library, signal), from),
  openSong: (id, options) =>
    openFile(services, toRequest(library, 'stream', { id, format: 'raw' }), { kind: 'audio', ...options }, readContent),
  async openCover({ songId, side }, signal) {
    const parameters = { id: songId }
    const { song } = await callSubsonic(services, library, 'getSong', { ...SMALL_RESPONSE, signal, parameters })
    const id = toText(toFields(song)['coverArt'])
    if (id === undefined) return undefined
    const request = toRequest(library, 'getCoverArt', { id, size: String(side) })
    return openFile(services, request, { kind: 'image', signal }, readContent)
  },
})
