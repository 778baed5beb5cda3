import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished } from 'vitest'
import { insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { readNextLibrary } from '#server/music-services/library/read-library.ts'
import {
  LIBRARY_ACCOUNT,
  LIBRARY_PASSWORD,
  type LibraryServer,
  type LibrarySong,
  SONG,
  startLibraryServer,
} from './library-server.ts'
import { makeMember } from './members.ts'
import { SECRET_KEY } from './relays.ts'
import { type TestMember, testServer } from './test-server.ts'

/** Everything that a library secret could be in. */
export const SECRETS = [LIBRARY_PASSWORD, Buffer.from(LIBRARY_PASSWORD).toString('hex')]

export const aSong = (id: string, artist: string, title: string, more: object = {}): LibrarySong => ({
  id,
  artist,
  title,
  duration: 200,
  size: SONG.length,
  contentType: 'audio/flac',
  ...more,
})

/** Starts a server for a test file; each test has a new library and a new member. */
export async function startLinkedLibrary() {
  const allowed: string[] = []
  const server = await testServer({ settings: { secretKey: SECRET_KEY, libraryPrivateAddresses: allowed } })

  /** The member and the library of a test. */
  const linked = { round: 0 } as { round: number; library: LibraryServer; ada: TestMember }

  beforeEach(async () => {
    const library = await startLibraryServer()
    onTestFinished(() => library.stop())
    allowed.push(library.url)
    linked.round++
    linked.library = library
    linked.ada = await makeMember(server, `ada${linked.round}`)
    await sql`delete from music_libraries`.execute(server.db)
  })

  afterAll(() => {
    for (const secret of SECRETS) expect(server.lines.join('')).not.toContain(secret)
    expect(server.lines.join('')).not.toMatch(/[?&]t=|[?&]s=/)
  })

  const link = (query: object = {}, as = linked.ada) =>
    server.post(
      '/api/user/link-music-library',
      { user: as.name, address: linked.library.url, account: LIBRARY_ACCOUNT, password: LIBRARY_PASSWORD, ...query },
      { as },
    )
  const readState = async (as = linked.ada) =>
    (await server.get('/api/user/music-library', { user: as.name }, { as })).body
  const change = (action: 'match' | 'unlink') =>
    server.post(`/api/user/${action}-music-library`, { user: linked.ada.name }, { as: linked.ada })
  const readAll = async () => {
    let parts = 0
    while (await readNextLibrary(server.services)) parts++
    return parts
  }
  const insertTrack = async (artist: string, title: string) =>
    (await server.db.transaction().execute((tx) => insertTracks(tx, [{ artist, title }])))[0] ?? 0
  const setSongs = (...songs: readonly LibrarySong[]) => {
    linked.library.find = (offset, count) => songs.slice(offset, offset + count)
  }
  /** Links a library with one song, a new track. */
  const linkWithTrack = async (songId = 'song-1') => {
    const trackId = await insertTrack('Loam', `Peat ${++linked.round}`)
    setSongs(aSong(songId, 'LOAM', `peat  ${linked.round}`))
    await link()
    await readAll()
    return trackId
  }
  const listen = (trackId: number, more: Record<string, string | number> = {}) =>
    server.post(
      '/api/user/report-play',
      {
        user: linked.ada.name,
        track_id: trackId,
        listened_at: new Date(server.clock.now().getTime() - 600_000).toISOString(),
        played_ms: 150_000,
        duration_ms: 200_000,
        client_id: crypto.randomUUID(),
        ...more,
      },
      { as: linked.ada },
    )
  const play = (trackId: number, headers: Record<string, string> = {}, as: TestMember | undefined = linked.ada) =>
    server.get(`/library/songs/${trackId}`, {}, { headers, ...(as && { as }) })
  return {
    allowed,
    server,
    linked,
    link,
    readState,
    change,
    readAll,
    insertTrack,
    setSongs,
    linkWithTrack,
    listen,
    play,
  }
}
