import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { LIBRARY_PASSWORD, type LibrarySong, toJellyfinId } from '#tests/support/library-server.ts'
import { aSong, SECRETS, startLinkedLibrary } from '#tests/support/linked-library.ts'
import { makeMember } from '#tests/support/members.ts'
import type { Reply } from '#tests/support/service-server.ts'

/* What is particular to Jellyfin. Songs, covers and failures of both protocols: the other files. */

const { insertTrack, link, linked, linkWithTrack, play, readAll, readState, server, setSongs } =
  await startLinkedLibrary()

beforeEach(() => {
  linked.library.protocol = 'jellyfin'
})

const LOGIN = '/Users/AuthenticateByName'
const countRequests = (path: string) =>
  linked.library.requests.filter(({ url }) => url.pathname.startsWith(path)).length

describe('linking', () => {
  test('finds out that it is Jellyfin, sends the password once, and stores a token', async () => {
    expect(await link({ password: 'wrong' })).toMatchObject({
      status: 400,
      body: { error: "The library doesn't accept this account and password." },
    })
    linked.library.requests.length = 0
    expect((await link()).status).toBe(200)
    expect((await readState()).library).toMatchObject({ name: 'jellyfin 10.11.3', is_stopped: false })
    const [found, login, ...others] = linked.library.requests
    expect([found?.url.pathname, found?.headers.authorization]).toEqual(['/System/Info/Public', undefined])
    expect([login?.method, login?.url.pathname, login?.url.search]).toEqual(['POST', LOGIN, ''])
    expect(JSON.parse(login?.body ?? '')).toEqual({ Username: 'ada', Pw: LIBRARY_PASSWORD })
    expect(others).toEqual([])
    await readAll()
    const [, token = ''] = /Token="(\w+)"/.exec(linked.library.requests.at(-1)?.headers.authorization ?? '') ?? []
    expect(token).toHaveLength(32)
    const { secret } = await server.db.selectFrom('music_libraries').select('secret').executeTakeFirstOrThrow()
    for (const text of [...SECRETS, token]) {
      expect(secret.includes(text)).toBe(false)
      expect(server.lines.join('')).not.toContain(text)
    }
  })

  test('uses a device for each member, and the same one again', async () => {
    const bo = await makeMember(server, `bo${linked.round}`)
    const trackId = await linkWithTrack()
    await link({ user: bo.name }, bo)
    await link({ user: bo.name }, bo)
    expect(linked.library.tokens.size).toBe(2)
    await readAll()
    expect((await play(trackId)).status).toBe(200)
    expect((await play(trackId, {}, bo)).status).toBe(200)
  })

  const user = { Id: toJellyfinId('user') }
  test.each<readonly [string, Reply]>([
    ['a page', { body: '<html>' }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['no token', { body: { User: user } }],
    ['a token that ends the header', { body: { User: user, AccessToken: 'x"\r\nHost: y' } }],
    ['a long token', { body: { User: user, AccessToken: 'x'.repeat(1001) } }],
    ['no user', { body: { AccessToken: 'x' } }],
    ['a path as a user', { body: { User: { Id: '../../System/Shutdown?x=0123456789' }, AccessToken: 'x' } }],
    ['a long response', { body: { User: user, AccessToken: 'x', padding: 'a'.repeat(200_000) } }],
    ['a locked account', { status: 403, body: 'Error processing request.' }],
  ])('rejects %s', async (_, reply) => {
    linked.library.misbehave = ({ url }) => (url.pathname === LOGIN ? reply : undefined)
    expect((await link()).status).toBe(400)
    expect((await readState()).library).toBeNull()
  })

  test('accepts the ids and the token of a compatible server', async () => {
    const trackId = await insertTrack('Loam', 'Compatible')
    const [user, token, id] = ['5QFKvMsJrd57QE2Le2dKKo', 'eyJhbGci.eyJ1aWQi_-.c2lnbmF0', '3564'.repeat(11)]
    const replies: Readonly<Record<string, Reply>> = {
      [LOGIN]: { body: { User: { Id: user }, AccessToken: token } },
      '/Items': { body: { Items: [{ Id: id, Type: 'Audio', Name: 'Compatible', Artists: ['Loam'] }] } },
      [`/Items/${id}/File`]: { headers: { 'content-type': 'audio/flac' }, body: 'x' },
    }
    linked.library.misbehave = ({ url }) => replies[url.pathname]
    await link()
    await readAll()
    expect((await play(trackId)).status).toBe(200)
    const { url, headers } = linked.library.requests.at(-1) ?? {}
    expect([url?.pathname, headers?.authorization]).toEqual([`/Items/${id}/File`, `MediaBrowser Token="${token}"`])
  })

  test.each<readonly [string, Reply]>([
    ['HTML', { body: '<html>' }],
    ['a redirect', { status: 302, headers: { location: '/app/' } }],
    ['an error', { status: 500, body: 'x' }],
    ['nothing', (response) => response.destroy()],
    ['more than is read', { body: { ProductName: 'Jellyfin Server', padding: 'a'.repeat(200_000) } }],
    ['another product', { body: { ProductName: 'Emby Server', Version: '4.8' } }],
    ['a list', { body: [{ ProductName: 'Jellyfin Server' }] }],
  ])('links OpenSubsonic, which has %s where Jellyfin names itself', async (_, reply) => {
    linked.library.protocol = 'subsonic'
    linked.library.misbehave = ({ url }) => (url.pathname === '/System/Info/Public' ? reply : undefined)
    expect((await link()).status).toBe(200)
    expect((await readState()).library.name).toBe('testsonic 1.2.3')
    expect(countRequests(LOGIN)).toBe(0)
  })

  test('a name without end is cut', async () => {
    linked.library.misbehave = ({ url }) =>
      url.pathname === '/System/Info/Public'
        ? { body: { ProductName: 'Jellyfin Server', Version: `\u0000${'9'.repeat(5000)}` } }
        : undefined
    expect((await link()).status).toBe(200)
    expect((await readState()).library.name).toBe(`jellyfin ${'9'.repeat(91)}`)
  })
})

describe('the songs', () => {
  const song = (more: object) => ({ Type: 'Audio', Name: 'Odd', Artists: ['Loam'], Id: toJellyfinId('odd'), ...more })
  const readItems = async (...items: readonly unknown[]) => {
    linked.library.find = (offset) => (offset === 0 ? (items as LibrarySong[]) : [])
    // A later run replaces what an earlier one has found.
    server.clock.advance({ minutes: 1 })
    await link()
    await readAll()
    return (await readState()).library
  }

  test('are named by their first artist, or the artist of the album', async () => {
    await insertTrack('Loam', 'Odd')
    for (const artists of [{}, { Artists: ['Loam', 'Guest'] }, { Artists: [], AlbumArtist: 'Loam' }])
      expect(await readItems(song(artists))).toMatchObject({ songs: 1, matched: 1 })
    expect(await readItems(song({ Artists: 7, AlbumArtist: null }))).toMatchObject({ songs: 1, matched: 0 })
  })

  test('have a length in ticks, a size, and a recording that is not the track of a release', async () => {
    const [recording, releaseTrack] = ['5f8a9e0c-1111-4222-8333-000000000001', '5f8a9e0c-1111-4222-8333-000000000002']
    const [byRecording, byTrack] = [await insertTrack('Sol', 'One'), await insertTrack('Sol', 'Two')]
    await sql`update tracks set mbid = case id when ${byRecording} then ${recording}::uuid else ${releaseTrack}::uuid end
      where id in (${byRecording}, ${byTrack})`.execute(server.db)
    const ids = { MusicBrainzRecording: recording, MusicBrainzTrack: releaseTrack }
    await readItems(
      song({ Name: 'Other', ProviderIds: ids, RunTimeTicks: 2_004_800_000, MediaSources: [{ Size: 31_234_567 }] }),
    )
    const { rows } = await sql`select track_id, duration_ms, bytes from library_songs
      where member_id = ${linked.ada.id}`.execute(server.db)
    expect(rows).toEqual([{ track_id: byRecording, duration_ms: 200_000, bytes: 31_234_567 }])
  })

  test.each([
    ['without an id', { Id: undefined }],
    ['with a path as an id', { Id: '../../Users/Me?0123456789abcdefghij' }],
    ['with a number as an id', { Id: 12 }],
    ['that is a film', { Type: 'Movie' }],
  ])('%s are ignored', async (_, more) => {
    await insertTrack('Loam', 'Odd')
    expect(await readItems(song(more))).toMatchObject({ songs: 1, matched: 0, failure: null })
  })

  test.each<readonly [string, Reply, string]>([
    ['an object', { body: { Items: { 0: {} } } }, 'unreadable_answer'],
    ['HTML', { body: '<html>' }, 'unreadable_answer'],
    ['a redirect', { status: 307, headers: { location: '/Items' } }, 'unreadable_answer'],
    ['too long', { body: { Items: ['a'.repeat(9_000_000)] } }, 'unreadable_answer'],
    ['too complex', { body: { Items: Array(300_000).fill(0) } }, 'unreadable_answer'],
    ['that of a server that starts', { status: 503, body: 'x' }, 'service_away'],
    ['a closed connection', (response) => response.destroy(), 'service_away'],
    ['that to a revoked token', { status: 401, body: '' }, 'refused'],
  ])('are none if the response is %s, which is stated', async (_, reply, code) => {
    linked.library.misbehave = ({ url }) => (url.pathname === '/Items' ? reply : undefined)
    expect(await readItems()).toMatchObject({ is_stopped: code === 'refused', failure: { code } })
  })

  test('of an OpenSubsonic server at the same address are not requested', async () => {
    linked.library.protocol = 'subsonic'
    const trackId = await linkWithTrack('../../System/Shutdown')
    linked.library.protocol = 'jellyfin'
    await link()
    linked.library.requests.length = 0
    expect((await play(trackId)).body.code).toBe('not_in_library')
    expect(linked.library.requests).toEqual([])
    server.clock.advance({ minutes: 1 })
    setSongs(aSong('song-1', 'LOAM', `peat  ${linked.round}`))
    await readAll()
    expect((await play(trackId)).status).toBe(200)
  })
})

describe('the cover of a song', () => {
  const album = toJellyfinId('album')
  const requestCover = async (item: object | undefined) => {
    const trackId = await linkWithTrack()
    linked.library.requests.length = 0
    linked.library.misbehave = ({ url }) =>
      url.searchParams.has('ids') ? { body: { Items: item === undefined ? [] : [item] } } : undefined
    await server.get(`/library/songs/${trackId}/cover`, {}, { as: linked.ada })
    return linked.library.requests.map(({ url }) => url.pathname)
  }
  const own = { Id: toJellyfinId('song-1'), ImageTags: { Primary: 'tag' } }

  test.each([
    ['its own', { ...own, AlbumId: album, AlbumPrimaryImageTag: 'tag' }, toJellyfinId('song-1')],
    ['that of the album', { ...own, ImageTags: {}, AlbumId: album, AlbumPrimaryImageTag: 'tag' }, album],
    ['none', { ...own, ImageTags: {}, AlbumId: album, AlbumPrimaryImageTag: null }, undefined],
    ['none if the album has no valid id', { AlbumId: '../../Users', AlbumPrimaryImageTag: 'tag' }, undefined],
    ['none if the library has lost the song', undefined, undefined],
  ])('is %s', async (_, item, imageId) => {
    const paths = imageId === undefined ? ['/Items'] : ['/Items', `/Items/${imageId}/Images/Primary`]
    expect(await requestCover(item)).toEqual(paths)
  })
})
