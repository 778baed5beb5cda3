import { beforeAll, expect, test } from 'vitest'
import { countsOf, makeToken, md5 } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let token: string

beforeAll(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
  token = await makeToken(server, ada)
})

const now = () => Math.floor(server.clock.now().getTime() / 1000)
const ROOT = '/apis/audioscrobbler_legacy'
const shake = ({ t = now(), password = token, path = ROOT, ...more }: Record<string, string | number> = {}) => {
  const query = { hs: 'true', p: '1.2', c: 'tst', v: '1.0', u: 'ada', t, a: md5(md5(`${password}`) + t) }
  return server.get(`${path}`, { ...query, ...more })
}
const post = (path: string, form: Record<string, string>) =>
  server.post(
    path,
    {},
    {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
  )
const session = async () => String((await shake()).body).split('\n')[1] ?? ''

test('a handshake returns a session and the two URLs, at every path', async () => {
  for (const path of [ROOT, `${ROOT}/`, '/']) {
    const { status, body } = await shake({ path })
    const [word, key, np, submit, end] = body.split('\n')
    expect([status, word, np, submit, end]).toEqual([
      200,
      'OK',
      `http://localhost:3000${ROOT}/np`,
      `http://localhost:3000${ROOT}/submit`,
      '',
    ])
    expect(key).toMatch(/^[\da-f]{32}$/)
  }
})

test.each([
  ['https://flipside.example/', 'https://flipside.example'],
  // VLC accepts no http URL without a port.
  ['http://flipside.example/', 'http://flipside.example:80'],
  ['http://[::1]/', 'http://[::1]:80'],
])('players get URLs below PUBLIC_URL: %s', async (publicUrl, base) => {
  const behind = await testServer({ settings: { publicUrl: new URL(publicUrl) } })
  const bo = await behind.signUp('bo')
  const own = await makeToken(behind, bo)
  const t = Math.floor(behind.clock.now().getTime() / 1000)
  const { body } = await behind.get(ROOT, { hs: 'true', p: '1.2', u: 'bo', t, a: md5(md5(own) + t) })
  expect(body.split('\n').slice(2, 4)).toEqual([`${base}${ROOT}/np`, `${base}${ROOT}/submit`])
})

test('a failed handshake responds with the protocol’s errors', async () => {
  expect((await shake({ password: 'wrong' })).body).toBe('BADAUTH\n')
  expect((await shake({ password: ada.password })).body).toBe('BADAUTH\n')
  expect((await shake({ u: 'nobody' })).body).toBe('BADAUTH\n')
  expect((await shake({ t: now() - 181 })).body).toBe('BADTIME\n')
  expect((await shake({ t: now() + 181 })).body).toBe('BADTIME\n')
  expect((await shake({ t: now() - 179 })).body).toMatch(/^OK\n/)
  expect((await shake({ p: '1.1' })).body).toMatch(/^FAILED /)
})

test('submissions are stored once, and invalid listens are skipped', async () => {
  const s = await session()
  const form = {
    s,
    'a[0]': 'Sol Ferro',
    't[0]': 'Rain',
    'i[0]': `${now() - 400}`,
    'o[0]': 'P',
    'r[0]': '',
    'l[0]': '180',
    'b[0]': '',
    'n[0]': '',
    'm[0]': '',
    'a[1]': 'Sol Ferro',
    't[1]': '',
    'i[1]': `${now() - 200}`,
    'a[2]': 'Sol Ferro',
    't[2]': 'Fog',
    'i[2]': 'never',
    'a[3]': 'Sol Ferro',
    't[3]': 'Tide',
    'i[3]': `${now() - 100}`,
  }
  expect((await post(`${ROOT}/submit`, form)).body).toBe('OK\n')
  expect((await post(`${ROOT}/submit`, form)).body).toBe('OK\n')
  expect(await countsOf(server, ada.id)).toEqual({ listens: 2, byDay: 2, byArtist: 2 })
})

test('a current track is stored until it ends', async () => {
  const s = await session()
  expect((await post(`${ROOT}/np`, { s, a: 'Sol Ferro', t: 'Rain', b: '', l: '30', n: '', m: '' })).body).toBe('OK\n')
  const shown = async () => (await server.get('/api/user/now-playing', { user: 'Ada' })).body.now_playing
  expect(await shown()).toMatchObject({ track: 'Rain', artist: 'Sol Ferro', artist_id: expect.any(Number) })
  server.clock.advance({ seconds: 31 })
  expect(await shown()).toBeNull()
})

test('an unknown session gets BADSESSION, an empty or oversized submission FAILED', async () => {
  expect((await post(`${ROOT}/submit`, { s: 'x', 'a[0]': 'A' })).body).toBe('BADSESSION\n')
  expect((await post(`${ROOT}/np`, { a: 'A', t: 'T' })).body).toBe('BADSESSION\n')
  const s = await session()
  expect((await post(`${ROOT}/submit`, { s })).body).toMatch(/^FAILED /)
  expect((await post(`${ROOT}/np`, { s })).body).toMatch(/^FAILED /)
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, place) => [`a[${place}]`, 'A']))
  expect((await post(`${ROOT}/submit`, { s, ...many })).body).toMatch(/^FAILED /)
})

test('a handshake at the app’s URL is not cached and does not load the app', async () => {
  const { headers } = await shake({ path: '/' })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('a Host header other than a loopback address is not repeated without PUBLIC_URL', async () => {
  const t = now()
  const query = new URLSearchParams({ hs: 'true', p: '1.2', u: 'ada', t: `${t}`, a: md5(md5(token) + t) })
  const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const response = await server.app.hono.request(`http://evil.example:3000${ROOT}?${query}`, {}, env)
  expect((await response.text()).split('\n').slice(2, 3)).toEqual([`http://localhost:3000${ROOT}/np`])
})
