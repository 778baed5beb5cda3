import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listTrackLinks } from '#server/listening/links/read-track-links.ts'
import { setLinkRejected } from '#server/listening/links/reject-links.ts'
import { storeTrackLinks } from '#server/listening/links/track-links.ts'
import { makeMember } from '#tests/support/members.ts'
import { createMusicbrainzWorld, ISRC, MBID, makeRelation, OTHER_MBID } from '#tests/support/musicbrainz-server.ts'

const SPOTIFY = '5dkhXb9kA9TRhhC929wbkm'

const world = createMusicbrainzWorld()

test('the links of a recording become ids of its track, in one request that names the recording only', async () => {
  const id = await world.addTrack()
  world.recordings.set(MBID, {
    ...world.makeRecording(),
    relations: [
      makeRelation(`https://open.spotify.com/track/${SPOTIFY}`, { type: 'free streaming' }),
      makeRelation('https://www.deezer.com/track/3135556'),
      makeRelation('https://music.apple.com/gb/album/1440935467?i=1440935468', { type: 'purchase for download' }),
      makeRelation('https://nine-rooms.bandcamp.com/track/slow-ferry', { type: 'download for free' }),
      makeRelation('https://open.qobuz.com/track/123'),
    ],
  })
  expect(await world.lookUp()).toBe(true)
  const ids = [SPOTIFY, '1440935468', '3135556', 'nine-rooms/slow-ferry', '123']
  expect(await world.listAdded(id)).toEqual(ids)
  expect(await world.lookUp()).toBe(false)
  expect(world.service.requests).toHaveLength(1)
  const [{ url, headers, body } = expect.fail()] = world.service.requests
  expect(`${url.pathname}${url.search}`).toBe(`/ws/2/recording/${MBID}?inc=artist-credits+url-rels&fmt=json`)
  expect(headers['user-agent']).toMatch(/^Flipside\/\d+\.\d+\.\d+ \(https:\/\/music\.example\/\)$/)
  expect(body).toBe('')
})

test('what is not the recording at a known service is left out', async () => {
  const id = await world.addTrack()
  world.recordings.set(MBID, {
    ...world.makeRecording(),
    relations: [
      makeRelation('https://www.deezer.com/track/1', { ended: true }),
      makeRelation('https://www.deezer.com/track/2', { type: 'lyrics' }),
      makeRelation('https://www.deezer.com/album/3'),
      makeRelation('https://deezer.com.evil.example/track/4'),
      makeRelation('https://ada:secret@www.deezer.com/track/5'),
      makeRelation('https://www.deezer.com:8080/track/6'),
      makeRelation('http://127.0.0.1/track/7'),
      makeRelation('javascript:alert(1)'),
      makeRelation(`https://open.spotify.com/album/${SPOTIFY}`),
      makeRelation(`https://musicbrainz.org/recording/${OTHER_MBID}`),
      makeRelation(`https://www.deezer.com/track/8?${'x'.repeat(5000)}`),
      { type: 'streaming' },
      { type: 'streaming', url: null },
      null,
      'x',
      makeRelation('https://www.deezer.com/track/9'),
    ],
  })
  expect(await world.lookUp()).toBe(true)
  expect(await world.listAdded(id)).toEqual(['9'])
})

test('ten thousand relations add at most three ids of a service, and one more place stays for a scrobble', async () => {
  const id = await world.addTrack()
  world.recordings.set(
    MBID,
    world.makeRecording(Array.from({ length: 10_000 }, (_, place) => `https://www.deezer.com/track/${place + 1}`)),
  )
  expect(await world.lookUp()).toBe(true)
  expect(await world.listAdded(id)).toEqual(['1', '2', '3'])
  const scrobbled = { trackId: id, service: 'deezer' as const, id: '77' }
  await world.server.db.transaction().execute((tx) => storeTrackLinks(tx, [scrobbled], 'scrobble'))
  const links = await listTrackLinks(world.server.db, id, null, world.server.clock.now())
  expect(links.filter((link) => link.service === 'deezer').map((link) => link.id)).toEqual(['77', '1', '2', '3'])
})

test('ids of MusicBrainz are listed before shared ones, and become those of a scrobble that has them', async () => {
  const id = await world.addTrack()
  const link = (number: string) => [{ trackId: id, service: 'deezer' as const, id: number }]
  await world.server.db.transaction().execute((tx) => storeTrackLinks(tx, link('1'), 'shared'))
  world.recordings.set(MBID, world.makeRecording(['https://www.deezer.com/track/2']))
  await world.lookUp()
  const list = async () =>
    (await listTrackLinks(world.server.db, id, null, world.server.clock.now())).filter((it) => it.service === 'deezer')
  expect((await list()).map((it) => it.id)).toEqual(['2', '1'])
  await world.server.db.transaction().execute((tx) => storeTrackLinks(tx, link('1'), 'musicbrainz'))
  expect((await list()).map((it) => it.id)).toEqual(['1', '2'])
  await world.server.db.transaction().execute((tx) => storeTrackLinks(tx, link('2'), 'scrobble'))
  expect((await list()).map((it) => it.id)).toEqual(['2', '1'])
  // A source of less certainty changes nothing.
  await world.server.db.transaction().execute((tx) => storeTrackLinks(tx, link('2'), 'shared'))
  expect(await world.listAdded(id)).toEqual(['1'])
})

test('a link that an admin has rejected is not added again', async () => {
  const id = await world.addTrack()
  const admin = await makeMember(world.server, 'admin')
  await world.server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()
  world.recordings.set(MBID, world.makeRecording(['https://www.deezer.com/track/2', 'https://www.deezer.com/track/3']))
  await world.lookUp()
  const link = { trackId: id, service: 'deezer' as const, id: '2' }
  const now = world.server.clock.now()
  await world.server.db.transaction().execute((tx) => setLinkRejected(tx, admin.id, link, { isRejected: true, now }))
  await sql`update track_lookups set due_at = ${now}`.execute(world.server.db)
  await world.resume()
  await world.lookUp()
  expect(world.service.requests).toHaveLength(2)
  expect(await world.listAdded(id)).toEqual(['3'])
})

describe('the wrong song is not linked', () => {
  test.each([
    ['another title', { title: 'Fast Ferry' }],
    ['another artist', { 'artist-credit': [{ name: 'Ten Rooms', joinphrase: '' }] }],
    ['no artist', { 'artist-credit': [] }],
  ])('by a recording with %s', async (_, more) => {
    const id = await world.addTrack()
    world.recordings.set(MBID, world.makeRecording(['https://www.deezer.com/track/2'], more))
    expect(await world.lookUp()).toBe(true)
    expect(await world.listAdded(id)).toEqual([])
    expect((await world.findRow(id))?.due_at).toBeNull()
  })

  test('by a live version', async () => {
    const id = await world.addTrack()
    const studio = world.makeRecording(['https://www.deezer.com/track/2'])
    world.recordings.set(MBID, { ...studio, title: `${studio.title} (live)` })
    expect(await world.lookUp()).toBe(true)
    expect(await world.listAdded(id)).toEqual([])
  })

  test('by an ISRC of several recordings with these names', async () => {
    const id = await world.addTrack({ isrc: ISRC })
    const both = [world.makeRecording(['https://www.deezer.com/track/2']), world.makeRecording([], { id: OTHER_MBID })]
    world.isrcs.set(ISRC, { isrc: ISRC, recordings: both })
    expect(await world.lookUp()).toBe(true)
    expect(await world.listAdded(id)).toEqual([])
  })

  test('by an MBID or ISRC that only a member has shared', async () => {
    const id = await world.addTrack({ musicbrainz: MBID, isrc: ISRC }, 'shared')
    expect(await world.findRow(id)).toBeUndefined()
  })
})

test.each([
  [
    'one of several artists',
    [
      { name: 'Nine Rooms', joinphrase: ' & ' },
      { name: 'Ida', joinphrase: '' },
    ],
    '',
  ],
  [
    'a guest',
    [
      { name: 'NINE ROOMS', joinphrase: ' feat. ' },
      { name: 'Ida', joinphrase: '' },
    ],
    '',
  ],
  ['a guest in the title', [{ name: 'Nine Rooms', joinphrase: '' }], ' (feat. Ida)'],
  ['a note on a remaster', [{ name: 'Nine Rooms' }], ' - 2011 Remaster'],
])('the same song with %s is linked', async (_, credits, note) => {
  const id = await world.addTrack()
  const recording = world.makeRecording(['https://www.deezer.com/track/2'], { 'artist-credit': credits })
  world.recordings.set(MBID, { ...recording, title: `${recording.title}${note}` })
  await world.lookUp()
  expect(await world.listAdded(id)).toEqual(['2'])
})

test('the recording of an ISRC with the names of the track links it, and gives it an MBID', async () => {
  const id = await world.addTrack({ isrc: ISRC })
  const other = world.makeRecording(['https://www.deezer.com/track/3'], { id: OTHER_MBID, title: 'Fast Ferry' })
  world.isrcs.set(ISRC, { isrc: ISRC, recordings: [other, world.makeRecording(['https://www.deezer.com/track/2'])] })
  expect(await world.lookUp()).toBe(true)
  expect(await world.listAdded(id)).toEqual(['2', MBID])
  expect(world.service.requests[0]?.url.pathname).toBe(`/ws/2/isrc/${ISRC}`)
})

test('the ISRC is requested if the recording is unknown or leads to no service', async () => {
  const id = await world.addTrack({ musicbrainz: MBID, isrc: ISRC })
  world.isrcs.set(ISRC, {
    isrc: ISRC,
    recordings: [world.makeRecording(['https://www.deezer.com/track/2'], { id: OTHER_MBID })],
  })
  await world.lookUp()
  expect(await world.listAdded(id)).toEqual(['2', OTHER_MBID])
  expect(world.service.requests.map(({ url }) => url.pathname)).toEqual([
    `/ws/2/recording/${MBID}`,
    `/ws/2/isrc/${ISRC}`,
  ])
})
