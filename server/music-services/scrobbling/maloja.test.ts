import { beforeAll, expect, test } from 'vitest'
import { aggregateAccepted, makeToken } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let key: string

beforeAll(async () => {
  server = await testServer()
  ada = await server.signUp('ada')
  key = await makeToken(server, ada)
})

const now = () => Math.floor(server.clock.now().getTime() / 1000)
const send = (body: string, type: string, query = {}) =>
  server.post('/apis/mlj_1/newscrobble', query, { headers: { 'Content-Type': type }, body })
const sendJson = (value: object) => send(JSON.stringify(value), 'application/json')

test('scrobbles are accepted as JSON, as a form and in the query', async () => {
  const first = { key, artists: ['Sol Ferro', 'Ebb'], title: 'Rain', album: 'Weather', length: 200, time: now() - 900 }
  const { status, body } = await sendJson(first)
  expect([status, body]).toEqual([
    200,
    {
      status: 'success',
      track: { artists: ['Sol Ferro', 'Ebb'], title: 'Rain' },
      desc: 'Scrobbled Rain by Sol Ferro, Ebb',
    },
  ])
  const form = new URLSearchParams({ key, artist: 'Loam', title: 'Öde', time: String(now() - 600) })
  expect((await send(form.toString(), 'application/x-www-form-urlencoded')).status).toBe(200)
  expect((await send('', 'text/plain', { key, artist: 'Loam', title: 'Tide' })).status).toBe(200)
  await aggregateAccepted(server)
  const { listens } = (await server.get('/api/user/listens', { user: 'ada' }, { as: ada })).body
  expect(listens).toMatchObject([
    { track: 'Tide', artist: 'Loam' },
    { track: 'Öde', artist: 'Loam', listened_at: new Date((now() - 600) * 1000).toISOString() },
    { track: 'Rain', artist: 'Sol Ferro, Ebb', album: 'Weather' },
  ])
})

test('a wrong key, a scrobble without names and a long body are rejected', async () => {
  expect((await sendJson({ key: 'x', artist: 'Loam', title: 'Peat' })).status).toBe(403)
  for (const part of [
    { artist: 'Loam' },
    { title: 'Peat' },
    { artist: 'Loam', title: 'Peat', time: 'noon' },
    { artist: [[]], title: {} },
  ])
    expect(await sendJson({ key, ...part })).toMatchObject({ status: 400, body: { status: 'failure' } })
  expect((await send('{', 'application/json')).status).toBe(400)
  expect((await sendJson({ key, artist: 'Loam', title: 'x'.repeat(30_000) })).status).toBe(413)
})

test('the key can be tested', async () => {
  expect((await server.get('/apis/mlj_1/test', { key })).body).toEqual({ status: 'ok' })
  const wrong = await server.get('/apis/mlj_1/test', { key: 'x' })
  expect([wrong.status, wrong.body]).toEqual([403, { status: 'error', error: 'Wrong API key' }])
})
