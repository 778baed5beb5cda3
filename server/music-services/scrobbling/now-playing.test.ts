import { beforeEach, expect, test } from 'vitest'
import { runScheduled } from '#tests/support/jobs.ts'
import { makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  server = await testServer()
  ada = await server.signUp('ada')
  bo = await server.signUp('bo')
  await server.post('/api/user/follow', { follower: 'ada', followee: 'bo' }, { as: ada })
})

async function plays(member: TestMember, track: string, more: object = {}) {
  const token = await makeToken(server, member)
  const track_metadata = { track_name: track, artist_name: 'Sol Ferro', additional_info: more }
  expect(
    (await submitListens(server, token, { listen_type: 'playing_now', payload: [{ track_metadata }] })).status,
  ).toBe(200)
}
const followed = async () =>
  (await server.get('/api/user/following-now-playing', { user: 'ada' }, { as: ada })).body.playing
const version = async () => (await server.get('/api/user/status', {}, { as: ada })).body.now_playing

test('current tracks of followed members are listed latest first, until they end', async () => {
  const cy = await server.signUp('cy')
  await server.post('/api/user/follow', { follower: 'ada', followee: 'cy' }, { as: ada })
  await plays(bo, 'Rain', { duration: 180 })
  server.clock.advance({ seconds: 5 })
  await plays(cy, 'Fog', { duration_ms: 60_000 })
  await plays(ada, 'My own')
  expect((await followed()).map((it: { track: string }) => it.track)).toEqual(['Fog', 'Rain'])
  server.clock.advance({ seconds: 60 })
  expect((await followed()).map((it: { track: string }) => it.track)).toEqual(['Rain'])
  server.clock.advance({ seconds: 115 })
  expect(await followed()).toEqual([])
})

test('a track without a length is shown for ten minutes', async () => {
  await plays(bo, 'Rain')
  server.clock.advance({ seconds: 599 })
  expect(await followed()).toHaveLength(1)
  server.clock.advance({ seconds: 1 })
  expect(await followed()).toEqual([])
  server.clock.advance({ seconds: 1 })
  await runScheduled(server.db, 'delete-ended-now-playing', server.clock.now())
  expect(await server.db.selectFrom('now_playing').selectAll().execute()).toEqual([])
})

test('a player that repeats the track without its length changes nothing', async () => {
  await plays(bo, 'Rain', { duration: 40 })
  const before = await version()
  server.clock.advance({ seconds: 10 })
  await plays(bo, 'rain')
  expect(await version()).toBe(before)
  server.clock.advance({ seconds: 29 })
  expect(await followed()).toHaveLength(1)
  server.clock.advance({ seconds: 1 })
  expect(await followed()).toEqual([])
  await plays(bo, 'Rain')
  server.clock.advance({ seconds: 500 })
  expect(await followed()).toHaveLength(1)
})

test('the status has a number that changes with the current tracks', async () => {
  expect(await version()).toBe(0)
  await plays(bo, 'Rain')
  const first = await version()
  expect(first).toBeGreaterThan(0)
  expect(await version()).toBe(first)
  await plays(bo, 'Fog', { duration: 10 })
  expect(await version()).not.toBe(first)
  server.clock.advance({ seconds: 11 })
  expect(await version()).toBe(0)
})

test('the number of the status changes with the own track too, which is not among the followed ones', async () => {
  await plays(ada, 'Rain', { duration: 10 })
  const first = await version()
  expect(first).toBeGreaterThan(0)
  expect(await followed()).toEqual([])
  await plays(ada, 'Fog', { duration: 10 })
  expect(await version()).not.toBe(first)
  server.clock.advance({ seconds: 11 })
  expect(await version()).toBe(0)
})

test('a muted member’s track is not above the feed, but still on the profile', async () => {
  await plays(bo, 'Rain')
  await server.post('/api/user/mute', { user: 'ada', other: 'bo' }, { as: ada })
  expect([await version(), await followed()]).toEqual([0, []])
  const { body } = await server.get('/api/user/now-playing', { user: 'bo' }, { as: ada })
  expect(body.now_playing).toMatchObject({ track: 'Rain', artist: 'Sol Ferro' })
})

test('a player may report that it has stopped', async () => {
  await plays(bo, 'Rain')
  const token = await makeToken(server, bo)
  const stopped = await server.post('/1/playing-now/delete', {}, { headers: { Authorization: `Token ${token}` } })
  expect(stopped.body).toEqual({ status: 'ok' })
  expect(await followed()).toEqual([])
})
