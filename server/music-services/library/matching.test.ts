import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { toLibraryTrackId } from '#contract/listening/music-library.ts'
import { joinTracks } from '#server/listening/identities/join.ts'
import { storeTrackLinks } from '#server/listening/links/track-links.ts'
import {
  LIBRARY_PASSWORD,
  LIBRARY_PROTOCOLS,
  type LibrarySong,
  readOffset,
  SONG,
  startLibraryServer,
  toJellyfinId,
} from '#tests/support/library-server.ts'
import { aSong, startLinkedLibrary } from '#tests/support/linked-library.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestMember } from '#tests/support/test-server.ts'
import { ServiceFailure } from '../service-failure.ts'
import { readNextLibrary } from './read-library.ts'
import { type Library, releaseLibrary, storeEnd, storeLibraryFailure, storeProgress, takeLibrary } from './store.ts'

const MBID = '5f8a9e0c-1111-4222-8333-444455556666'

const {
  allowed,
  change,
  insertTrack,
  link,
  linked,
  linkWithTrack,
  listen,
  play,
  readAll,
  readState,
  server,
  setSongs,
} = await startLinkedLibrary()

describe.each(LIBRARY_PROTOCOLS)('matching songs of %s', (protocol) => {
  beforeEach(() => {
    linked.library.protocol = protocol
  })

  test('finds tracks by recording, ISRC and folded names, the surest first', async () => {
    const [named, recorded, byLink, byIsrc] = [
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
          { trackId: byLink, service: 'musicbrainz', id: MBID.replace('5', '6') },
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
      where member_id = ${linked.ada.id} order by track_id`.execute(server.db)
    // Jellyfin has no ISRCs, and the type of a file only in the response with it.
    const isJellyfin = protocol === 'jellyfin'
    const common = { duration_ms: 200_000, bytes: SONG.length, content_type: isJellyfin ? '' : 'audio/flac' }
    const toId = isJellyfin ? toJellyfinId : (id: string) => id
    const expected = [
      { track_id: named, song_id: toId('by-name'), ...common },
      { track_id: recorded, song_id: toId('by-mbid'), ...common },
      { track_id: byLink, song_id: toId('by-link'), ...common },
      ...(isJellyfin ? [] : [{ track_id: byIsrc, song_id: 'by-isrc', ...common }]),
    ]
    expect(rows).toEqual(expected)
    expect((await readState()).library).toMatchObject({ songs: 6, matched: expected.length, is_matching: false })
  })

  test('ignores a link that only members have shared', async () => {
    const trackId = await insertTrack('Möth', 'Light Five')
    const id = MBID.replace('5', '7')
    const shared = { trackId, service: 'musicbrainz', id } as const
    await server.db.transaction().execute((tx) => storeTrackLinks(tx, [shared], 'shared'))
    setSongs(aSong('other', 'Another', 'Song', { musicBrainzId: id }))
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
    linked.library.find = (offset) => (offset === 0 ? (records as LibrarySong[]) : [])
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
    const page = Array.from({ length: 200 }, (_, place) => aSong(`s${place}`, 'Loam', `Nothing ${place}`))
    linked.library.find = () => page
    await link()
    await readAll()
    expect((await readState()).library).toMatchObject({ songs: 200, failure: null })
  })

  test('continues after a failure where it ended, and states it meanwhile', async () => {
    await insertTrack('Loam', 'Last')
    const songs = Array.from({ length: 1200 }, (_, place) => aSong(`s${place}`, 'Loam', `None ${place}`))
    setSongs(...songs, aSong('last', 'Loam', 'Last'))
    linked.library.misbehave = ({ url }) => (readOffset(url) === '1000' ? { status: 500, body: 'broken' } : undefined)
    await link()
    await readAll()
    expect((await readState()).library).toMatchObject({
      is_stopped: false,
      is_matching: false,
      failure: { code: 'service_away' },
    })
    linked.library.misbehave = () => undefined
    server.clock.advance({ minutes: 3 })
    linked.library.requests.length = 0
    await readAll()
    expect(linked.library.requests.map(({ url }) => readOffset(url))[0]).toBe('1000')
    expect((await readState()).library).toMatchObject({ songs: 1201, matched: 1, failure: null })
  })

  test('reads the library of another member after a part of one that never ends', async () => {
    let pages = 0
    linked.library.find = (offset) => [aSong(`s${offset}`, 'Loam', `Nothing ${offset}`)]
    linked.library.misbehave = () => (++pages < 4 ? undefined : () => {})
    await link()
    server.clock.advance({ seconds: 1 })
    const other = await startLibraryServer([aSong('only', 'Loam', 'One')])
    onTestFinished(() => other.stop())
    allowed.push(other.url)
    const bo = await makeMember(server, `bo${linked.round}`)
    await link({ user: bo.name, address: other.url }, bo)
    const ending = new AbortController()
    const part = readNextLibrary(server.services, ending.signal)
    await expect.poll(() => pages).toBe(4)
    server.clock.advance({ seconds: 1 })
    ending.abort()
    expect(await part).toBe(true)
    expect((await readState()).library).toMatchObject({ is_matching: true, failure: null })
    expect(await readNextLibrary(server.services)).toBe(true)
    expect((await readState(bo)).library).toMatchObject({ is_matching: false, songs: 1 })
  })

  test('a library that sends no page for minutes fails, and is read again later', async () => {
    await link()
    linked.library.misbehave = () => () => {}
    server.clock.advance({ seconds: 1 })
    expect(await readNextLibrary(server.services, undefined, 200)).toBe(true)
    expect((await readState()).library).toMatchObject({ is_matching: false, failure: { code: 'service_away' } })
    expect(await readNextLibrary(server.services, undefined, 200)).toBe(false)
    server.clock.advance({ minutes: 2 })
    linked.library.misbehave = () => undefined
    await readAll()
    expect((await readState()).library).toMatchObject({ is_stopped: false, failure: null })
  })

  test('stops when the library rejects the log-in, until it is linked again', async () => {
    const trackId = await linkWithTrack()
    linked.library.password = 'another'
    await change('match')
    await readAll()
    expect((await readState()).library).toMatchObject({ is_stopped: true, failure: { code: 'refused' } })
    expect((await play(trackId)).body).toMatchObject({ code: 'library_refuses' })
    server.clock.advance({ hours: 30 })
    expect(await readAll()).toBe(0)
    linked.library.password = LIBRARY_PASSWORD
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
    allowed.push(linked.library.url)
    await server.db
      .updateTable('music_libraries')
      .set({ secret: Buffer.from('nonsense') })
      .execute()
    await change('match')
    await readAll()
    expect((await readState()).library).toMatchObject({ is_stopped: true, failure: { code: 'secret_unreadable' } })
  })

  test('leaves a library stopped that has rejected a song meanwhile', async () => {
    const trackId = await linkWithTrack()
    const { db, clock } = server
    const ends = [
      (taken: Library) => storeProgress(db, taken, 1, clock.now()),
      (taken: Library) => storeEnd(db, taken, 1, clock.now()),
      (taken: Library) => releaseLibrary(db, taken, clock.now()),
      (taken: Library) => storeLibraryFailure(db, taken, new ServiceFailure('service_away'), clock.now()),
    ]
    for (const end of ends) {
      await change('match')
      const taken = await takeLibrary(db, clock.now())
      if (taken === undefined) throw new Error('No library is due.')
      linked.library.misbehave = () => ({ status: 401, body: '' })
      expect((await play(trackId)).status).toBe(409)
      await end(taken)
      expect((await readState()).library).toMatchObject({ is_stopped: true, failure: { code: 'refused' } })
      clock.advance({ days: 2 })
      expect(await readAll()).toBe(0)
    }
  })

  test('adds the track of the library to the links of its member only', async () => {
    const trackId = await linkWithTrack()
    await listen(trackId)
    const read = async (as?: TestMember) =>
      (await server.get('/api/user/listens', { user: linked.ada.name }, as && { as })).body.listens[0].links
    expect(toLibraryTrackId(await read(linked.ada))).toBe(trackId)
    const readPage = async (as?: TestMember) =>
      (await server.get('/api/track/by-id', { id: trackId }, as && { as })).body.links
    expect(await readPage(linked.ada)).toEqual([
      { service: 'library', id: String(trackId), url: `/library/songs/${trackId}` },
    ])
    expect(await readPage()).toEqual([])
    const bo = await makeMember(server, `bo${linked.round}`)
    expect(await read(bo)).toBeUndefined()
    expect(await read()).toBeUndefined()
  })

  test('moves with a track that becomes a spelling of another', async () => {
    const trackId = await linkWithTrack()
    const other = await insertTrack('Loam', `Peat, other ${linked.round}`)
    await joinTracks(server.db, trackId, other)
    expect((await play(other)).status).toBe(200)
    expect((await play(trackId)).status).toBe(200)
  })
})
