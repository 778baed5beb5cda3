import { beforeAll, expect, test } from 'vitest'
import { callAudioscrobbler, makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

/*
 * Audioscrobbler 2.0 charts and ListenBrainz statistics, compared with the listens that were sent.
 */

let server: TestServer
let ada: TestMember
let token: string
let empty: { member: TestMember; token: string }

const DAY_S = 86_400
const now = () => Math.floor(server.clock.now().getTime() / 1000)
/** Per listen: artist, track, album and age in days. */
const sent: readonly (readonly [string, string, string, number])[] = [
  ...Array.from({ length: 5 }, (_, place) => ['Sol Ferro', 'Rain', 'Weather', place] as const),
  ...Array.from({ length: 3 }, (_, place) => ['Sol Ferro', 'Fog', 'Weather', 40 + place] as const),
  ...Array.from({ length: 2 }, (_, place) => ['Mothlight', 'Öde', 'Moor', 400 + place] as const),
  ['Mothlight', 'Tide', 'Sea & Sand', 2],
]

beforeAll(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
  token = await makeToken(server, ada)
  const member = await server.signUp('Bo')
  empty = { member, token: await makeToken(server, member) }
  const payload = sent.map(([artist_name, track_name, release_name, days], place) => ({
    listened_at: now() - days * DAY_S - place,
    track_metadata: { artist_name, track_name, release_name },
  }))
  expect((await submitListens(server, token, { listen_type: 'import', payload })).status).toBe(200)
})

const chart = async (method: string, params: Record<string, string> = {}) =>
  (await callAudioscrobbler(server, { method, api_key: token, ...params })).body
const stats = (path: string, query: Record<string, string | number> = {}, as = token, user = 'Ada') =>
  server.get(`/1/stats/user/${user}/${path}`, query, { headers: { Authorization: `Token ${as}` } })
const plays = (rows: readonly { name: string; playcount: string }[]) => rows.map((row) => [row.name, row.playcount])

test('the top artists of a member are those of the listens', async () => {
  const { topartists } = await chart('user.getTopArtists')
  expect(plays(topartists.artist)).toEqual([
    ['Sol Ferro', '8'],
    ['Mothlight', '3'],
  ])
  expect(topartists['@attr']).toEqual({ user: 'Ada', page: '1', perPage: '50', totalPages: '1', total: '2' })
  expect(topartists.artist[0]).toMatchObject({ '@attr': { rank: '1' }, url: 'https://www.last.fm/music/Sol+Ferro' })
  expect(topartists.artist[0].image.map((image: { size: string }) => image.size)).toEqual([
    'small',
    'medium',
    'large',
    'extralarge',
  ])
})

test('the top tracks are read page by page, in each period', async () => {
  const second = (await chart('user.getTopTracks', { limit: '1', page: '2' })).toptracks
  expect(second['@attr']).toMatchObject({ page: '2', perPage: '1', totalPages: '4', total: '4' })
  expect(second.track).toMatchObject([{ name: 'Fog', artist: { name: 'Sol Ferro' }, '@attr': { rank: '2' } }])
  expect(plays((await chart('user.getTopTracks', { period: '7day' })).toptracks.track)).toEqual([
    ['Rain', '5'],
    ['Tide', '1'],
  ])
  expect((await chart('user.getTopTracks', { page: '1000000' })).toptracks).toMatchObject({
    track: [],
    '@attr': { total: '4' },
  })
})

test('the top albums of a member are those of the listens', async () => {
  const { topalbums } = await chart('user.getTopAlbums', { period: '12month' })
  expect(topalbums.album).toMatchObject([
    { name: 'Weather', playcount: '8', artist: { name: 'Sol Ferro' } },
    { name: 'Sea & Sand', playcount: '1', artist: { name: 'Mothlight' } },
  ])
})

test('an invalid period, page or reader gets the error of Last.fm', async () => {
  expect((await chart('user.getTopArtists', { period: 'decade' })).error).toBe(6)
  expect((await chart('user.getTopArtists', { limit: 'x' })).error).toBe(6)
  expect((await chart('user.getTopArtists', { user: 'Bo' })).error).toBe(17)
  expect((await chart('user.getTopArtists', { api_key: 'x' })).error).toBe(10)
})

test('the statistics of all time are those of the listens', async () => {
  const { payload } = (await stats('recordings', { count: 2, offset: 1 })).body
  expect(payload).toMatchObject({ count: 2, offset: 1, range: 'all_time', total_recording_count: 4, user_id: 'Ada' })
  expect(payload.recordings).toMatchObject([
    { track_name: 'Fog', artist_name: 'Sol Ferro', listen_count: 3 },
    { track_name: 'Öde', artist_name: 'Mothlight', listen_count: 2 },
  ])
  expect((await stats('artists')).body.payload.artists).toMatchObject([
    { artist_name: 'Sol Ferro', listen_count: 8 },
    { artist_name: 'Mothlight', listen_count: 3 },
  ])
  expect((await stats('releases', { range: 'all_time' })).body.payload.releases[0]).toMatchObject({
    release_name: 'Weather',
    listen_count: 8,
  })
  expect((await stats('release-groups')).body.payload.release_groups).toHaveLength(3)
})

test('statistics without plays are 204 without a body', async () => {
  for (const path of ['artists', 'releases', 'release-groups', 'recordings', 'listening-activity', 'daily-activity']) {
    const none = await stats(path, {}, empty.token, 'Bo')
    expect([path, none.status, none.body]).toEqual([path, 204, ''])
  }
  expect((await stats('artists', { range: 'week' })).status).toBe(204)
  expect((await stats('artists', { range: 'decade' })).body).toEqual({ code: 400, error: 'Invalid range.' })
  expect((await stats('artists', { count: 'x' })).status).toBe(400)
  expect((await stats('artists', {}, empty.token)).status).toBe(403)
  expect((await stats('genres')).status).toBe(404)
})

test('the listening activity has the plays of each step and of the range before', async () => {
  const { payload } = (await stats('listening-activity', { range: 'this_week' })).body
  const inRange = (row: { from_ts: number; to_ts: number }) =>
    sent.filter(([, , , days], place) => {
      const at = now() - days * DAY_S - place
      return at >= row.from_ts && at <= row.to_ts
    }).length
  expect(payload.listening_activity.length).toBeGreaterThan(7)
  for (const row of payload.listening_activity)
    expect([row.time_range, row.listen_count]).toEqual([row.time_range, inRange(row)])
  const all = (await stats('listening-activity')).body.payload.listening_activity
  expect(all.reduce((sum: number, row: { listen_count: number }) => sum + row.listen_count, 0)).toBe(sent.length)
})

test('the daily activity has every listen in its hour', async () => {
  const { daily_activity, stats_range } = (await stats('daily-activity')).body.payload
  expect(stats_range).toBe('all_time')
  expect(Object.keys(daily_activity)).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ])
  const at = new Date((now() - 2 * DAY_S - 10) * 1000)
  const weekday = Object.keys(daily_activity)[(at.getUTCDay() + 6) % 7] ?? ''
  expect(daily_activity[weekday][at.getUTCHours()].listen_count).toBeGreaterThan(0)
  const hours = Object.values(daily_activity).flat() as { listen_count: number }[]
  expect(hours).toHaveLength(168)
  expect(hours.reduce((sum, { listen_count }) => sum + listen_count, 0)).toBe(sent.length)
})

test('the daily activity has the listens that the listening activity of the range has', async () => {
  const count = async (path: string, field: string) => {
    const { body } = await stats(path)
    const rows = Object.values(body.payload?.[field] ?? {}).flat() as { listen_count: number }[]
    return rows.reduce((sum, { listen_count }) => sum + listen_count, 0)
  }
  const readBoth = async () => [
    await count('listening-activity', 'listening_activity'),
    await count('daily-activity', 'daily_activity'),
  ]
  expect(await readBoth()).toEqual([sent.length, sent.length])
  const artist = await server.db
    .selectFrom('artists')
    .select('id')
    .where('name', '=', 'Mothlight')
    .executeTakeFirstOrThrow()
  const ignore = (is_ignored: string) =>
    server.post('/api/user/ignore-artist', { user: 'Ada', id: artist.id, is_ignored }, { as: ada })
  await ignore('true')
  expect(await readBoth()).toEqual([8, 8])
  await ignore('false')
  const fresh_at = server.clock.now()
  await server.db
    .insertInto('member_sources')
    .values({
      member_id: ada.id,
      service: 'lastfm',
      account: 'ada',
      is_proven: false,
      chosen_at: fresh_at,
      fresh_at,
    })
    .execute()
  expect(await readBoth()).toEqual([0, 0])
  await server.db.deleteFrom('member_sources').execute()
  expect(await readBoth()).toEqual([sent.length, sent.length])
})
