import { beforeAll, expect, test } from 'vitest'
import { callAudioscrobbler, makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

/* What players read about music, people and weeks, by Last.fm's methods and ListenBrainz's paths. */

const MBID = '0b9c5b1e-1111-4000-8000-000000000001'
const DAY_S = 86_400

let server: TestServer
let ada: TestMember
let bo: TestMember
let token: string

const now = () => Math.floor(server.clock.now().getTime() / 1000)
const call = async (method: string, params: Record<string, string> = {}, api_key = token) =>
  (await callAudioscrobbler(server, { method, api_key, ...params })).body
const read = (path: string, query: Record<string, string> = {}) =>
  server.get(`/1/${path}`, query, { headers: { Authorization: `Token ${token}` } })

/** Sends a member's plays: artist, track, album and age in days. */
async function play(of: string, plays: readonly (readonly [string, string, string, number])[]) {
  const payload = plays.map(([artist_name, track_name, release_name, days], place) => ({
    listened_at: now() - days * DAY_S - place * 60,
    track_metadata: {
      artist_name,
      track_name,
      release_name,
      additional_info: track_name === 'Rain' ? { recording_mbid: MBID } : {},
    },
  }))
  await submitListens(server, of, { listen_type: 'import', payload })
  await call('user.getInfo', {}, of)
}

beforeAll(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
  bo = await server.signUp('Bo')
  token = await makeToken(server, ada)
  const ofBo = await makeToken(server, bo)
  await play(token, [
    ...Array.from({ length: 3 }, (_, week) => ['Sol Ferro', 'Rain', 'Weather', 7 * week] as const),
    ['Sol Ferro', 'Fog', 'Weather', 8],
  ])
  await play(ofBo, [
    ['Sol Ferro', 'Rain', 'Weather', 1],
    ['Sol Ferro', 'Rain', 'Weather', 2],
    ['Hidden Hand', 'Secret', 'Closed', 3],
  ])
})

test('a track, an artist and an album have the counts of the member and of all', async () => {
  await callAudioscrobbler(server, { method: 'track.love', sk: token, artist: 'Sol Ferro', track: 'Rain' })
  const { track } = await call('track.getInfo', { artist: 'sol ferro', track: 'rain', username: 'Ada' })
  expect(track).toMatchObject({
    name: 'Rain',
    artist: { name: 'Sol Ferro' },
    listeners: '2',
    playcount: '5',
    userplaycount: '3',
    userloved: '1',
  })
  expect((await call('track.getInfo', { mbid: MBID })).track).toMatchObject({ name: 'Rain', mbid: MBID })
  const { artist } = await call('artist.getInfo', { artist: 'Sol Ferro' })
  expect(artist).toMatchObject({
    name: 'Sol Ferro',
    stats: { listeners: '2', playcount: '6', userplaycount: '4' },
  })
  const { album } = await call('album.getInfo', { artist: 'Sol Ferro', album: 'weather' })
  expect(album).toMatchObject({ name: 'Weather', listeners: '2', playcount: '6', userplaycount: '4' })
  expect(album.tracks.track.map((each: { name: string }) => each.name).toSorted()).toEqual(['Fog', 'Rain'])
})

test('music of members with hidden listening is not found', async () => {
  expect((await call('track.getInfo', { artist: 'Hidden Hand', track: 'Secret' })).track.listeners).toBe('1')
  await server.post('/api/user/edit-privacy', { user: 'Bo', hides_listening: 'true' }, { as: bo })
  for (const [method, params] of [
    ['track.getInfo', { track: 'Secret' }],
    ['artist.getInfo', {}],
    ['album.getInfo', { album: 'Closed' }],
    ['track.getInfo', { track: 'never played' }],
  ] as const)
    expect(await call(method, { artist: 'Hidden Hand', ...params })).toMatchObject({ error: 6 })
  expect((await read('metadata/lookup/', { artist_name: 'Hidden Hand', recording_name: 'Secret' })).body).toEqual({})
  await server.post('/api/user/edit-privacy', { user: 'Bo', hides_listening: 'false' }, { as: bo })
})

test('counts of another member, or without a token, are refused', async () => {
  const names = { artist: 'Sol Ferro', track: 'Rain' }
  expect(await call('track.getInfo', { ...names, username: 'Bo' })).toMatchObject({ error: 17 })
  expect(await call('track.getInfo', names, 'any key')).toMatchObject({ error: 10 })
  expect(await call('track.getInfo', { artist: 'Sol Ferro' })).toMatchObject({ error: 6 })
})

test('weekly charts count the listens of their weeks', async () => {
  const { weeklychartlist } = await call('user.getWeeklyChartList')
  const weeks: { from: string; to: string }[] = weeklychartlist.chart
  expect(weeks.length).toBeGreaterThanOrEqual(2)
  const counted = []
  for (const { from, to } of [...weeks, { from: weeks.at(-1)?.to ?? '', to: String(now() + DAY_S) }]) {
    const { weeklytrackchart } = await call('user.getWeeklyTrackChart', { from, to })
    expect(weeklytrackchart['@attr']).toEqual({ user: 'Ada', from, to })
    for (const row of weeklytrackchart.track) counted.push(...Array(Number(row.playcount)).fill(row.name))
  }
  expect(counted.toSorted((a: string, b: string) => a.localeCompare(b))).toEqual(['Fog', 'Rain', 'Rain', 'Rain'])
  const { from, to } = weeks.at(-1) ?? { from: '', to: '' }
  expect((await call('user.getWeeklyArtistChart')).weeklyartistchart['@attr']).toEqual({ user: 'Ada', from, to })
  expect((await call('user.getWeeklyAlbumChart', { from, to })).weeklyalbumchart.album).toMatchObject([
    { name: 'Weather', artist: { '#text': 'Sol Ferro' }, '@attr': { rank: '1' } },
  ])
  expect(await call('user.getWeeklyTrackChart', { from: to, to: from })).toMatchObject({ error: 6 })
})

test('the scrobbles of one track are read page by page', async () => {
  const page = { artist: 'Sol Ferro', track: 'Rain', limit: '2', page: '2' }
  const { trackscrobbles } = await call('user.getTrackScrobbles', page)
  expect(trackscrobbles['@attr']).toMatchObject({ total: '3', totalPages: '2', page: '2' })
  expect(trackscrobbles.track).toMatchObject([{ name: 'Rain', date: { uts: String(now() - 14 * DAY_S - 120) } }])
  const recent = { startTimestamp: String(now() - DAY_S) }
  expect((await call('user.getTrackScrobbles', { ...page, ...recent, page: '1' })).trackscrobbles.track).toHaveLength(1)
})

test('friends are followed members, without blocked ones', async () => {
  await server.post('/api/user/follow', { follower: 'Ada', followee: 'Bo' }, { as: ada })
  const { friends } = await call('user.getFriends', { user: 'Ada' })
  expect(friends).toMatchObject({ user: [{ name: 'Bo' }], '@attr': { total: '1', page: '1' } })
  expect((await read('user/Ada/following')).body).toEqual({ following: ['Bo'], user: 'Ada' })
  expect((await read('user/Ada/followers')).body).toEqual({ followers: [], user: 'Ada' })
  expect((await read('user/Bo/followers')).status).toBe(403)
  await server.post('/api/user/block', { user: 'Bo', other: 'Ada' }, { as: bo })
  expect((await call('user.getFriends')).friends.user).toEqual([])
})

test('a recording is looked up by its names', async () => {
  const found = await read('metadata/lookup/', { artist_name: 'sol ferro', recording_name: 'RAIN' })
  expect(found.body).toMatchObject({
    artist_credit_name: 'Sol Ferro',
    recording_name: 'Rain',
    recording_mbid: MBID,
  })
  const unknown = { artist_name: 'Sol Ferro', recording_name: 'Fog' }
  expect((await read('metadata/lookup', unknown)).body).toEqual({})
  // Love from another Flipside's relay.
  const { body } = await read('metadata/lookup/', { ...unknown, return_msid: 'true' })
  const { recording_msid } = body
  expect(
    (await submitListens(server, token, { recording_msid, score: 1 }, '/1/feedback/recording-feedback')).status,
  ).toBe(200)
  expect((await read('metadata/lookup/')).status).toBe(400)
})

const lookUpAll = (document: unknown, of = token) => submitListens(server, of, document, '/1/metadata/lookup/')

test('recordings are looked up in one request, in their order', async () => {
  const names = { artist_name: 'sol ferro', recording_name: 'RAIN' }
  const hidden = { artist_name: 'Hidden Hand', recording_name: 'Secret' }
  const unknown = { artist_name: 'Sol Ferro', recording_name: 'Fog', release_name: 'Weather' }
  await server.post('/api/user/edit-privacy', { user: 'Bo', hides_listening: 'true' }, { as: bo })
  const { status, body } = await lookUpAll({ recordings: [unknown, names, hidden, names], metadata: true, inc: 'tag' })
  await server.post('/api/user/edit-privacy', { user: 'Bo', hides_listening: 'false' }, { as: bo })
  expect(status).toBe(200)
  const found = (index: number) => ({
    index,
    artist_name_arg: 'sol ferro',
    recording_name_arg: 'RAIN',
    release_name_arg: null,
    artist_credit_name: 'Sol Ferro',
    artist_mbids: [],
    recording_mbid: MBID,
    recording_name: 'Rain',
  })
  const absent = (index: number, artist: string, recording: string, release: string | null) => ({
    index,
    artist_name_arg: artist,
    recording_name_arg: recording,
    release_name_arg: release,
  })
  expect(body).toEqual([
    absent(0, 'Sol Ferro', 'Fog', 'Weather'),
    found(1),
    absent(2, 'Hidden Hand', 'Secret', null),
    found(3),
  ])
})

test('a look-up of recordings is bounded', async () => {
  const names = { artist_name: 'Sol Ferro', recording_name: 'Rain' }
  const many = (count: number) => ({ recordings: Array.from({ length: count }, () => names) })
  const { status, body } = await lookUpAll(many(50))
  expect([status, body.length]).toEqual([200, 50])
  expect((await lookUpAll(many(51))).body.error).toMatch(/exceeds maximum permitted. \(50\)/)
  for (const document of [
    {},
    [],
    null,
    { recordings: 'x' },
    { recordings: [] },
    { recordings: {} },
    { recordings: [null] },
    { recordings: [names, 'x'] },
    { recordings: [{ ...names, artist_name: 1 }] },
    { recordings: [{ ...names, recording_name: '' }] },
    { recordings: [{ ...names, release_name: ['x'] }] },
    { recordings: [{ ...names, release_name: 'x'.repeat(250) }] },
    { recordings: [{ ...names, artist_name: '\u200b' }] },
  ])
    expect([document, (await lookUpAll(document)).status]).toEqual([document, 400])
  expect((await lookUpAll({ recordings: [{ ...names, more: 'x'.repeat(200_000) }] })).status).toBe(413)
  expect((await lookUpAll(many(1), 'another token')).status).toBe(401)
})

test('statistics have the MBIDs and albums of the own listens', async () => {
  const artist_mbids = ['0b9c5b1e-4444-4000-8000-000000000004']
  const track_metadata = {
    artist_name: 'Alone',
    track_name: 'One',
    release_name: 'LP',
    additional_info: { artist_mbids },
  }
  await submitListens(server, token, { listen_type: 'single', payload: [{ listened_at: now() - 9, track_metadata }] })
  const { recordings } = (await read('stats/user/Ada/recordings')).body.payload
  expect(recordings).toContainEqual(
    expect.objectContaining({ track_name: 'Rain', recording_mbid: MBID, release_name: 'Weather' }),
  )
  const { artists } = (await read('stats/user/Ada/artists')).body.payload
  expect(artists).toContainEqual(expect.objectContaining({ artist_name: 'Alone', artist_mbid: artist_mbids[0] }))
})

test('feedback on given recordings is read by POST, also of many', async () => {
  const path = '/1/feedback/user/Ada/get-feedback-for-recordings'
  await submitListens(server, token, { recording_mbid: MBID, score: 1 }, '/1/feedback/recording-feedback')
  const others = Array.from({ length: 999 }, (_, place) => `0b9c5b1e-2222-4000-8000-${String(place).padStart(12, '0')}`)
  const { body } = await submitListens(server, token, { recording_mbids: [MBID, ...others] }, path)
  expect(body.feedback).toHaveLength(1000)
  expect(body.feedback[0]).toMatchObject({ recording_mbid: MBID, score: 1 })
  for (const document of [
    {},
    { recording_mbids: ['x'] },
    { recording_mbids: 7 },
    { recording_mbids: [MBID, ...others, others[0], MBID.replace('1111', '3333')] },
  ])
    expect((await submitListens(server, token, document, path)).status).toBe(400)
})
