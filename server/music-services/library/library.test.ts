import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { toLibraryTrackId } from '#contract/listening/music-library.ts'
import { insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { joinTracks } from '#server/listening/identities/join.ts'
import { storeTrackLinks } from '#server/listening/links/track-links.ts'
import {
  failed,
  LIBRARY_ACCOUNT,
  LIBRARY_PASSWORD,
  type LibraryServer,
  type LibrarySong,
  SONG,
  startLibraryServer,
} from '#tests/support/library-server.ts'
import { makeMember } from '#tests/support/members.ts'
import { aggregateAccepted, aListen, makeToken, submitListens } from '#tests/support/players.ts'
import { nowS, SECRET_KEY } from '#tests/support/relays.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { readNextLibrary } from './read-library.ts'

const MBID = '5f8a9e0c-1111-4222-8333-444455556666'
const allowed: string[] = []
const server = await testServer({ settings: { secretKey: SECRET_KEY, libraryPrivateAddresses: allowed } })

let library: LibraryServer
let round = 0
let ada: TestMember
beforeEach(async () => {
  library = await startLibraryServer()
  onTestFinished(() => library.stop())
  allowed.push(library.url)
  ada = await makeMember(server, `ada${++round}`)
  await sql`delete from music_libraries`.execute(server.db)
})

/** Everything that a library secret could be in. */
const SECRETS = [LIBRARY_PASSWORD, Buffer.from(LIBRARY_PASSWORD).toString('hex')]
afterAll(() => {
  for (const secret of SECRETS) expect(server.lines.join('')).not.toContain(secret)
  expect(server.lines.join('')).not.toMatch(/[?&]t=|[?&]s=/)
})

const link = (query: object = {}, as = ada) =>
  server.post(
    '/api/user/link-music-library',
    { user: as.name, address: library.url, account: LIBRARY_ACCOUNT, password: LIBRARY_PASSWORD, ...query },
    { as },
  )
const readState = async (as = ada) => (await server.get('/api/user/music-library', { user: as.name }, { as })).body
const change = (action: 'match' | 'unlink') =>
  server.post(`/api/user/${action}-music-library`, { user: ada.name }, { as: ada })
const readAll = async () => {
  let parts = 0
  while (await readNextLibrary(server.services)) parts++
  return parts
}
const insertTrack = async (artist: string, title: string) =>
  (await server.db.transaction().execute((tx) => insertTracks(tx, [{ artist, title }])))[0] ?? 0
const setSongs = (...songs: readonly LibrarySong[]) => {
  library.find = (offset, count) => songs.slice(offset, offset + count)
}
const aSong = (id: string, artist: string, title: string, more: object = {}): LibrarySong => ({
  id,
  artist,
  title,
  duration: 200,
  size: SONG.length,
  contentType: 'audio/flac',
  ...more,
})
/** Links a library with one song, a new track. */
const linkWithTrack = async (songId = 'song-1') => {
  const trackId = await insertTrack('Loam', `Peat ${++round}`)
  setSongs(aSong(songId, 'LOAM', `peat  ${round}`))
  await link()
  await readAll()
  return trackId
}
const listen = (trackId: number, more: Record<string, string | number> = {}) =>
  server.post(
    '/api/user/report-play',
    {
      user: ada.name,
      track_id: trackId,
      listened_at: new Date(server.clock.now().getTime() - 600_000).toISOString(),
      played_ms: 150_000,
      duration_ms: 200_000,
      client_id: crypto.randomUUID(),
      ...more,
    },
    { as: ada },
  )
const play = (trackId: number, headers: Record<string, string> = {}, as: TestMember | undefined = ada) =>
  server.get(`/library/songs/${trackId}`, {}, { headers, ...(as && { as }) })

describe('linking', () => {
  test('is offered, checks the log-in, and stores no password', async () => {
    expect(await readState()).toEqual({ is_offered: true, library: null })
    const wrong = await link({ password: 'wrong' })
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: "The library doesn't accept this account and password." },
    })
    expect((await link()).status).toBe(200)
    expect((await readState()).library).toMatchObject({
      address: library.url,
      account: LIBRARY_ACCOUNT,
      name: 'testsonic 1.2.3',
      is_stopped: false,
      failure: null,
      matched_at: '',
      is_matching: true,
    })
    const { secret } = await server.db.selectFrom('music_libraries').select('secret').executeTakeFirstOrThrow()
    const token = library.requests.at(-1)?.url.searchParams.get('t') ?? ''
    for (const text of [LIBRARY_PASSWORD, token]) expect(secret.includes(text)).toBe(false)
    expect(library.requests.every(({ url }) => !url.search.includes(encodeURIComponent(LIBRARY_PASSWORD)))).toBe(true)
  })

  test('uses an API key, then the password, only if the library supports no token', async () => {
    library.misbehave = ({ url }) => {
      if (url.searchParams.has('t')) return failed(41)
      if (url.searchParams.has('apiKey')) return failed(10)
      const isRight = url.searchParams.get('p') === `enc:${SECRETS[1]}`
      return isRight ? { body: { 'subsonic-response': { status: 'ok', version: '1.10.2' } } } : failed(40)
    }
    expect((await link({ password: 'wrong' })).status).toBe(400)
    expect((await link()).status).toBe(200)
    expect((await readState()).library.name).toBe('Subsonic 1.10.2')
    await readAll()
    expect((await readState()).library).toMatchObject({ failure: null, is_matching: false })
    library.requests.length = 0
    library.misbehave = ({ url }) => (url.searchParams.has('p') ? failed(10) : failed(44))
    expect((await link()).status).toBe(400)
    expect(library.requests).toHaveLength(3)
  })

  test.each([
    'http://127.0.0.1:1',
    'http://localhost',
    'https://127.0.0.1',
    'https://10.0.0.7/music',
    'https://[::1]',
    'https://[fd00::1]:4533',
    'http://music.example',
    'https://intranet',
    'https://127.0.0.1.nip.io.invalid/',
  ])('refuses %s, which the operator has not listed', async (address) => {
    const { status, body } = await link({ address })
    expect([400, 503]).toContain(status)
    expect(body.error).not.toContain(LIBRARY_PASSWORD)
    expect(library.requests).toHaveLength(0)
  })

  test.each([
    ['https://ada:secret@music.example', 'The address must not contain a user or a password.'],
    ['http://', 'address must be an address such as https://music.example.'],
  ])('refuses the address %s', async (address, error) => {
    expect(await link({ address })).toMatchObject({ status: 400, body: { error } })
  })

  test('accepts the address with a slash or the path of the API', async () => {
    for (const ending of ['/', '/rest', '/rest/', '/?x=1#y'])
      expect((await link({ address: library.url + ending })).status).toBe(200)
    expect((await readState()).library.address).toBe(library.url)
  })

  test.each([
    ['HTML', { body: '<html>' }],
    ['nonsense', { headers: { 'content-type': 'application/json' }, body: '[[[[{"subsonic-response":' }],
    [
      'deeply nested JSON',
      { headers: { 'content-type': 'application/json' }, body: '['.repeat(50_000) + ']'.repeat(50_000) },
    ],
    ['XML', { headers: { 'content-type': 'text/xml' }, body: '<subsonic-response status="ok"/>' }],
    ['another object', { body: { 'subsonic-response': ['ok'] } }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/rest/ping.view' } }],
    ['a long response', { body: { 'subsonic-response': { status: 'ok', padding: 'a'.repeat(200_000) } } }],
    ['a compressed response', { headers: { 'content-encoding': 'gzip' }, body: '\u001f\u008b' }],
  ])('rejects %s', async (_, reply) => {
    library.misbehave = () => reply
    expect((await link()).status).toBe(400)
    expect((await readState()).library).toBeNull()
  })

  test('is refused without SECRET_KEY', async () => {
    const other = await testServer({ settings: { libraryPrivateAddresses: [library.url] } })
    onTestFinished(() => other.close())
    const bo = await makeMember(other, 'bo')
    expect((await other.get('/api/user/music-library', { user: 'bo' }, { as: bo })).body.is_offered).toBe(false)
    const query = { user: 'bo', address: library.url, account: 'ada', password: LIBRARY_PASSWORD }
    expect((await other.post('/api/user/link-music-library', query, { as: bo })).status).toBe(400)
    expect(library.requests).toHaveLength(0)
  })

  test('is refused if the operator has switched libraries off', async () => {
    const settings = { secretKey: SECRET_KEY, areLibrariesAllowed: false, libraryPrivateAddresses: [library.url] }
    const other = await testServer({ settings })
    onTestFinished(() => other.close())
    const bo = await makeMember(other, 'bo')
    expect((await other.get('/api/user/music-library', { user: 'bo' }, { as: bo })).body.is_offered).toBe(false)
    const query = { user: 'bo', address: library.url, account: LIBRARY_ACCOUNT, password: LIBRARY_PASSWORD }
    expect((await other.post('/api/user/link-music-library', query, { as: bo })).status).toBe(400)
    expect(library.requests).toHaveLength(0)
  })

  test('unlinking deletes the songs', async () => {
    const trackId = await linkWithTrack()
    expect((await play(trackId)).status).toBe(200)
    expect((await change('unlink')).status).toBe(200)
    expect((await readState()).library).toBeNull()
    expect((await play(trackId)).body.code).toBe('not_in_library')
    expect((await change('match')).status).toBe(400)
  })
})

describe('matching', () => {
  test('finds tracks by recording, ISRC and folded names, the surest first', async () => {
    const [named, recorded, linked, byIsrc] = [
      await insertTrack('Möth', 'Light One'),
      await insertTrack('Möth', 'Light Two'),
      await insertTrack('Möth', 'Light Three'),
      await insertTrack('Möth', 'Light Four'),
    ]
    await sql`update tracks set mbid = ${MBID} where id = ${recorded}`.execute(server.db)
    await server.db.transaction().execute((tx) =>
      storeTrackLinks(
        tx,
        [
          { trackId: linked, service: 'musicbrainz', id: MBID.replace('5', '6') },
          { trackId: byIsrc, service: 'isrc', id: 'DEAB12345678' },
        ],
        'scrobble',
      ),
    )
    setSongs(
      aSong('by-name', 'MÖTH', '  light  one'),
      aSong('name-of-two', 'Möth', 'Light Two'),
      aSong('by-mbid', 'Moth', 'Second Light', { musicBrainzId: MBID.toUpperCase() }),
      aSong('by-link', 'Moth', 'Third Light', { musicBrainzId: MBID.replace('5', '6') }),
      aSong('by-isrc', 'Moth', 'Fourth Light', { isrc: ['nonsense', 'de-ab1-23-45678'] }),
      aSong('unknown', 'Nobody', 'Knows'),
    )
    await link()
    await readAll()
    const { rows } = await sql`select track_id, song_id, duration_ms, bytes, content_type from library_songs
      where member_id = ${ada.id} order by track_id`.execute(server.db)
    const common = { duration_ms: 200_000, bytes: SONG.length, content_type: 'audio/flac' }
    expect(rows).toEqual([
      { track_id: named, song_id: 'by-name', ...common },
      { track_id: recorded, song_id: 'by-mbid', ...common },
      { track_id: linked, song_id: 'by-link', ...common },
      { track_id: byIsrc, song_id: 'by-isrc', ...common },
    ])
    expect((await readState()).library).toMatchObject({ songs: 6, matched: 4, is_matching: false })
  })

  test('ignores a link that only members have shared', async () => {
    const trackId = await insertTrack('Möth', 'Light Five')
    const shared = { trackId, service: 'isrc', id: 'DEAB12345679' } as const
    await server.db.transaction().execute((tx) => storeTrackLinks(tx, [shared], 'shared'))
    setSongs(aSong('other', 'Another', 'Song', { isrc: ['DEAB12345679'] }))
    await link()
    await readAll()
    expect((await readState()).library.matched).toBe(0)
  })

  test('ignores records that are no songs', async () => {
    await insertTrack('Loam', 'Odd')
    const records = [
      null,
      7,
      'song',
      [],
      {},
      { id: 'x' },
      aSong('\0', 'Loam', 'Odd'),
      aSong('a'.repeat(301), 'Loam', 'Odd'),
      aSong('video', 'Loam', 'Odd', { contentType: 'video/mp4' }),
      aSong('html', 'Loam', 'Odd', { contentType: 'text/html' }),
      aSong('dir', 'Loam', 'Odd', { isDir: true }),
      aSong('nul', 'Nu\0l', 'Odd'),
      aSong('surrogate', '\ud800', '\udfff'),
      aSong('long', 'L'.repeat(10_000), 'Odd'),
    ]
    library.find = (offset) => (offset === 0 ? (records as LibrarySong[]) : [])
    await link()
    await readAll()
    expect((await readState()).library).toMatchObject({ songs: records.length, matched: 0, failure: null })
    setSongs(
      aSong('good', 'Loam', 'Odd', { duration: -1, size: 'big', contentType: undefined, musicBrainzId: 'x', isrc: 7 }),
    )
    await change('match')
    await readAll()
    expect((await readState()).library).toMatchObject({ matched: 1 })
  })

  test('reads again daily and on demand, with new tracks and without lost songs', async () => {
    const first = await linkWithTrack('first')
    const second = await insertTrack('Loam', 'Fen')
    setSongs(aSong('second', 'Loam', 'Fen'))
    expect(await readAll()).toBe(0)
    server.clock.advance({ minutes: 1 })
    await change('match')
    expect((await readState()).library.is_matching).toBe(true)
    expect(await readAll()).toBe(1)
    expect((await play(first)).status).toBe(404)
    expect((await play(second)).status).toBe(200)
    server.clock.advance({ hours: 27 })
    expect(await readAll()).toBe(1)
  })

  test('ends with a library that sends the same page for ever', async () => {
    const page = Array.from({ length: 500 }, (_, place) => aSong(`s${place}`, 'Loam', `Nothing ${place}`))
    library.find = () => page
    await link()
    await readAll()
    expect((await readState()).library).toMatchObject({ songs: 500, failure: null })
  })

  test('continues after a failure where it ended, and states it meanwhile', async () => {
    await insertTrack('Loam', 'Last')
    const songs = Array.from({ length: 1200 }, (_, place) => aSong(`s${place}`, 'Loam', `None ${place}`))
    setSongs(...songs, aSong('last', 'Loam', 'Last'))
    const isThird = (url: URL) => url.searchParams.get('songOffset') === '1000'
    library.misbehave = ({ url }) => (isThird(url) ? { status: 500, body: 'broken' } : undefined)
    await link()
    await readAll()
    expect((await readState()).library).toMatchObject({
      is_stopped: false,
      is_matching: false,
      failure: { code: 'service_away' },
    })
    library.misbehave = () => undefined
    server.clock.advance({ minutes: 3 })
    library.requests.length = 0
    await readAll()
    expect(library.requests[0]?.url.searchParams.get('songOffset')).toBe('1000')
    expect((await readState()).library).toMatchObject({ songs: 1201, matched: 1, failure: null })
  })

  test('reads a library album by album that finds nothing by an empty query', async () => {
    await insertTrack('Loam', 'Last')
    const albums = Array.from({ length: 620 }, (_, place) => {
      const song = [aSong(`a${place}`, 'Loam', `Side ${place}`), aSong(`b${place}`, 'Loam', `Flip ${place}`)]
      return { id: `album${place}`, songCount: song.length, song }
    })
    const uncounted = { id: 'uncounted', song: [aSong('last', 'Loam', 'Last')] }
    library.albums = [...albums, uncounted, { id: 'lost', songCount: 1, song: [] }]
    const isLost = (url: URL) => url.searchParams.get('id') === 'lost'
    library.misbehave = ({ url }) => (isLost(url) ? failed(70) : undefined)
    await link()
    await readAll()
    expect((await readState()).library).toMatchObject({ songs: 1242, matched: 1, failure: null, is_matching: false })
    const offsets = library.requests.flatMap(({ url }) =>
      url.pathname.includes('getAlbumList2') ? Number(url.searchParams.get('offset')) : [],
    )
    expect(offsets).toEqual([0, 500, 622])
  })

  test('continues with the album after a failure where it ended', async () => {
    await insertTrack('Loam', 'Last')
    library.albums = Array.from({ length: 45 }, (_, place) => ({
      id: `album${place}`,
      songCount: 3,
      song: [aSong(`s${place}`, 'Loam', place === 44 ? 'Last' : `None ${place}`)],
    }))
    const readAlbums = () =>
      library.requests.flatMap(({ url }) => (url.pathname.includes('getAlbum.') ? url.searchParams.get('id') : []))
    library.misbehave = ({ url }) =>
      url.searchParams.get('id') === 'album30' ? { status: 500, body: 'broken' } : undefined
    await link()
    await readAll()
    expect((await readState()).library).toMatchObject({ failure: { code: 'service_away' } })
    library.misbehave = () => undefined
    server.clock.advance({ minutes: 3 })
    library.requests.length = 0
    await readAll()
    expect(readAlbums().slice(0, 2)).toEqual(['album20', 'album21'])
    expect((await readState()).library).toMatchObject({ songs: 135, matched: 1, failure: null })
  })

  test('ends with a library that sends the same albums for ever, or no list of them', async () => {
    const albums = Array.from({ length: 500 }, (_, place) => ({ id: `album${place}`, songCount: 1 }))
    library.misbehave = ({ url }) => {
      if (url.pathname.includes('getAlbumList2'))
        return { body: { 'subsonic-response': { status: 'ok', version: '1.16.1', albumList2: { album: albums } } } }
      return undefined
    }
    await link()
    await readAll()
    expect((await readState()).library).toMatchObject({ songs: 500, failure: null })
    library.misbehave = ({ url }) => (url.pathname.includes('getAlbumList2') ? failed(0) : undefined)
    server.clock.advance({ minutes: 1 })
    await change('match')
    await readAll()
    expect((await readState()).library).toMatchObject({ failure: { code: 'unreadable_answer' }, is_stopped: false })
  })

  test('stops when the library rejects the log-in, until it is linked again', async () => {
    const trackId = await linkWithTrack()
    library.password = 'another'
    await change('match')
    await readAll()
    expect((await readState()).library).toMatchObject({ is_stopped: true, failure: { code: 'refused' } })
    expect((await play(trackId)).body).toMatchObject({ code: 'library_refuses' })
    server.clock.advance({ hours: 30 })
    expect(await readAll()).toBe(0)
    library.password = LIBRARY_PASSWORD
    await link()
    await readAll()
    expect((await readState()).library).toMatchObject({ is_stopped: false, failure: null, matched: 1 })
    expect((await play(trackId)).status).toBe(200)
  })

  test('stops when the address is no longer allowed, or the key has changed', async () => {
    await linkWithTrack()
    allowed.pop()
    await change('match')
    await readAll()
    expect((await readState()).library).toMatchObject({ is_stopped: true, failure: { code: 'address_refused' } })
    allowed.push(library.url)
    await server.db
      .updateTable('music_libraries')
      .set({ secret: Buffer.from('nonsense') })
      .execute()
    await change('match')
    await readAll()
    expect((await readState()).library).toMatchObject({ is_stopped: true, failure: { code: 'secret_unreadable' } })
  })

  test('adds the track of the library to the links of its member only', async () => {
    const trackId = await linkWithTrack()
    await listen(trackId)
    const read = async (as?: TestMember) =>
      (await server.get('/api/user/listens', { user: ada.name }, as && { as })).body.listens[0].links
    expect(toLibraryTrackId(await read(ada))).toBe(trackId)
    const readPage = async (as?: TestMember) =>
      (await server.get('/api/track/by-id', { id: trackId }, as && { as })).body.links
    expect(await readPage(ada)).toEqual([{ service: 'library', id: String(trackId), url: `/library/songs/${trackId}` }])
    expect(await readPage()).toEqual([])
    const bo = await makeMember(server, `bo${round}`)
    expect(await read(bo)).toBeUndefined()
    expect(await read()).toBeUndefined()
  })

  test('moves with a track that becomes a spelling of another', async () => {
    const trackId = await linkWithTrack()
    const other = await insertTrack('Loam', `Peat, other ${round}`)
    await joinTracks(server.db, trackId, other)
    expect((await play(other)).status).toBe(200)
    expect((await play(trackId)).status).toBe(200)
  })
})

describe('playing a song', () => {
  test('sends it whole, a range of it, and its headers', async () => {
    const trackId = await linkWithTrack()
    const whole = await play(trackId)
    expect(whole.status).toBe(200)
    const type = { 'content-type': 'audio/flac', 'accept-ranges': 'bytes', 'cache-control': 'private, no-store' }
    const headers = (response: typeof whole) => Object.fromEntries(response.headers)
    expect(headers(whole)).toMatchObject({ ...type, 'content-length': '10000' })
    const part = await play(trackId, { Range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(headers(part)).toMatchObject({ ...type, 'content-length': '100', 'content-range': 'bytes 100-199/10000' })
    expect((await play(trackId, { Range: 'bytes=9900-' })).headers.get('content-range')).toBe('bytes 9900-9999/10000')
    expect((await play(trackId, { Range: 'bytes=-1' })).headers.get('content-range')).toBe('bytes 9999-9999/10000')
    const beyond = await play(trackId, { Range: 'bytes=10000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10000'])
    for (const Range of ['bytes=0-1,3-4', 'bytes=9-1', 'songs=1-2', 'bytes=-', 'bytes=a-'])
      expect((await play(trackId, { Range })).status).toBe(200)
  })

  test('has an ETag that a range may depend on', async () => {
    const trackId = await linkWithTrack()
    const etag = (await play(trackId)).headers.get('etag') ?? ''
    expect((await play(trackId, { 'If-None-Match': etag })).status).toBe(304)
    expect((await play(trackId, { 'If-Range': etag, Range: 'bytes=0-9' })).status).toBe(206)
    expect((await play(trackId, { 'If-Range': '"other"', Range: 'bytes=0-9' })).status).toBe(200)
  })

  test('is only for the member with the library, on pages of this server', async () => {
    const trackId = await linkWithTrack()
    const bo = await makeMember(server, `bo${round}`)
    expect((await play(trackId, {}, bo)).body.code).toBe('not_in_library')
    const visitor = await server.get(`/library/songs/${trackId}`)
    expect([visitor.status, visitor.body.code]).toEqual([401, 'no_session'])
    expect((await play(trackId, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    for (const id of ['0', 'x', '1e3', '9'.repeat(20), '999999']) {
      const { status, body } = await server.get(`/library/songs/${id}`, {}, { as: ada })
      expect([status, body.code]).toEqual([404, 'not_in_library'])
    }
  })

  test('says that the library has lost it', async () => {
    const trackId = await linkWithTrack('missing')
    expect((await play(trackId)).body.code).toBe('not_in_library')
    library.misbehave = () => ({ status: 404, body: 'Not found' })
    expect((await play(trackId)).body.code).toBe('not_in_library')
  })

  test.each([
    ['status 401', { status: 401, body: 'no' }],
    ['an error of the API', failed(40)],
    ['a missing permission', failed(50)],
  ])('stops a library that rejects the log-in later by %s', async (_, reply) => {
    const trackId = await linkWithTrack()
    library.misbehave = () => reply
    const { status, body } = await play(trackId)
    expect([status, body.code]).toEqual([409, 'library_refuses'])
    expect((await readState()).library).toMatchObject({ is_stopped: true, failure: { code: 'refused' } })
    library.requests.length = 0
    expect((await play(trackId)).status).toBe(409)
    expect(library.requests).toHaveLength(0)
  })

  const audio = { 'content-type': 'audio/mpeg' }
  test.each([
    ['a page', { body: '<script>' }],
    ['a picture', { headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' }],
    ['a type that is none', { headers: { 'content-type': 'audio/' }, body: 'x' }],
    ['two types', { headers: { 'content-type': 'audio/mpeg, text/html' }, body: 'x' }],
    ['no type', { headers: { 'content-type': '' }, body: 'x' }],
    ['a compressed song', { headers: { ...audio, 'content-encoding': 'gzip' }, body: 'x' }],
    ['a redirect to a private address', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['a redirect to itself', { status: 307, headers: { location: '/rest/stream.view' } }],
    ['a status without a song', { status: 204 }],
    ['a failure', { status: 500, body: 'x' }],
    ['a length of a terabyte', { headers: { ...audio, 'content-length': String(10 ** 12) }, body: 'x' }],
    [
      'a part that was not requested',
      { status: 206, headers: { ...audio, 'content-range': 'bytes 0-0/9' }, body: 'x' },
    ],
    ['another error of the API', failed(0)],
    ['an endless error', { headers: { 'content-type': 'application/json' }, body: '['.repeat(200_000) }],
  ])('is 502 for %s, and the library goes on', async (_, reply) => {
    const trackId = await linkWithTrack()
    library.misbehave = () => reply
    const { status, body } = await play(trackId)
    expect([status, body.code]).toEqual([502, 'library_failed'])
    expect((await readState()).library.is_stopped).toBe(false)
  })

  test.each([
    ['another range', 'bytes 5-14/10000'],
    ['a longer range', 'bytes 0-10/10000'],
    ['a range beyond its end', 'bytes 0-9/5'],
    ['nonsense', 'bytes x'],
  ])('is 502 for a part with %s', async (_, contentRange) => {
    const trackId = await linkWithTrack()
    library.misbehave = () => ({
      status: 206,
      headers: { ...audio, 'content-range': contentRange },
      body: 'a'.repeat(10),
    })
    expect((await play(trackId, { Range: 'bytes=0-9' })).status).toBe(502)
  })

  test('is 502 if the library has gone', async () => {
    const trackId = await linkWithTrack()
    await library.stop()
    expect((await play(trackId)).body.code).toBe('library_failed')
  })
})

describe('a play of the page', () => {
  test('is a listen after half of the track, or 4 minutes', async () => {
    const trackId = await linkWithTrack()
    expect((await listen(trackId, { played_ms: 99_000 })).status).toBe(400)
    expect((await listen(trackId, { played_ms: 100_000 })).status).toBe(200)
    expect(
      (await listen(trackId, { played_ms: 240_000, duration_ms: 3_600_000, listened_at: '2026-11-20T08:00:00Z' }))
        .status,
    ).toBe(200)
    const { body } = await server.get('/api/user/listens', { user: ada.name }, { as: ada })
    expect(body.listens).toHaveLength(2)
    const { body: sources } = await server.get('/api/user/listening-sources', { user: ada.name }, { as: ada })
    expect(sources.sources).toMatchObject([{ source: 'library', listens: 2 }])
  })

  test.each([
    ['in the future', { listened_at: '2999-01-01T00:00:00Z' }],
    ['of last year', { listened_at: '2024-01-01T00:00:00Z' }],
    ['without a length', { duration_ms: 0 }],
    ['of a year', { duration_ms: 31_536_000_000, played_ms: 1 }],
    ['with an invalid client_id', { client_id: '' }],
  ])('is refused %s', async (_, more) => {
    expect((await listen(await linkWithTrack(), more)).status).toBe(400)
  })

  test('is refused of a track that the member does not know', async () => {
    const trackId = await insertTrack('Hidden', `Track ${++round}`)
    expect((await listen(trackId)).status).toBe(404)
    const playing = { user: ada.name, track_id: trackId, duration_ms: 200_000 }
    expect((await server.post('/api/user/report-playing', playing, { as: ada })).status).toBe(404)
  })

  test('is one listen with the same client_id', async () => {
    const trackId = await linkWithTrack()
    const client_id = crypto.randomUUID()
    const query = { client_id, listened_at: '2026-11-20T08:00:00Z' }
    for (let n = 0; n < 3; n++) expect((await listen(trackId, query)).status).toBe(200)
    const { body } = await server.get('/api/user/listens', { user: ada.name }, { as: ada })
    expect(body.listens).toHaveLength(1)
  })

  test.each([0, 5, 190])('is one listen with a scrobble of the library, %i s later', async (seconds) => {
    for (const isFirst of [true, false]) {
      const trackId = await linkWithTrack()
      const atS = nowS(server) - 3000
      const token = await makeToken(server, ada)
      const scrobble = async () => {
        await submitListens(server, token, {
          listen_type: 'single',
          payload: [aListen(atS + seconds, `peat ${round}`, 'Loam')],
        })
        await aggregateAccepted(server)
      }
      if (isFirst) await scrobble()
      await listen(trackId, { listened_at: new Date(atS * 1000).toISOString() })
      if (!isFirst) await scrobble()
      const { body } = await server.get('/api/user/listens', { user: ada.name }, { as: ada })
      expect(body.listens).toHaveLength(1)
      ada = await makeMember(server, `ada${++round}`)
    }
  })

  test('is the current track until it ends', async () => {
    const trackId = await linkWithTrack()
    const query = { user: ada.name, track_id: trackId, duration_ms: 200_000 }
    expect((await server.post('/api/user/report-playing', query, { as: ada })).status).toBe(200)
    const read = async () => (await server.get('/api/user/now-playing', { user: ada.name })).body.now_playing
    expect(await read()).toMatchObject({ artist: 'Loam', track_id: trackId })
    server.clock.advance({ minutes: 4 })
    expect(await read()).toBeNull()
  })
})
