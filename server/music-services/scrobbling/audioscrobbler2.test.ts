import { beforeAll, describe, expect, test } from 'vitest'
import { callAudioscrobbler, countsOf, makeToken, md5 } from '#tests/support/players.ts'
import { threadMs } from '#tests/support/processor-time.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let token: string
let sk: string

beforeAll(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
  token = await makeToken(server, ada)
  sk = (await logIn({ password: token })).body.session.key
})

const now = () => Math.floor(server.clock.now().getTime() / 1000)
const call = (params: Record<string, string>, path?: string) => callAudioscrobbler(server, params, path)
const logIn = (params: Record<string, string>) => call({ method: 'auth.getMobileSession', username: 'Ada', ...params })
const scrobble = (params: Record<string, string>) => call({ method: 'track.scrobble', sk, ...params })
const one = (timestamp: number, more = {}) => ({
  artist: 'Sol Ferro',
  track: 'Rain',
  timestamp: `${timestamp}`,
  ...more,
})

describe('logging in', () => {
  test('a login succeeds with the token as password, or Last.fm’s digest of it', async () => {
    const session = { name: 'Ada', key: expect.stringMatching(/^[\da-f]{32}$/), subscriber: 0 }
    expect((await logIn({ password: token })).body).toEqual({ session })
    expect((await logIn({ authToken: md5(`Ada${md5(token)}`) })).body).toEqual({ session })
    expect((await logIn({ username: 'ADA', authToken: md5(`ada${md5(token)}`) })).body).toEqual({ session })
    expect((await call({ method: 'AUTH.GETSESSION', token })).body).toEqual({ session })
  })
  test('a login fails with the account’s password or another member’s name', async () => {
    for (const params of [
      { password: ada.password },
      { username: 'bo', password: token },
      { authToken: md5(`Ada${md5('x')}`) },
    ]) {
      const { status, body } = await logIn(params)
      expect([status, body.error]).toEqual([403, 4])
    }
    expect((await call({ method: 'auth.getSession', token: 'x' })).body.error).toBe(14)
  })
})

describe('track.scrobble', () => {
  test('track.scrobble returns an object for one scrobble, at every path, and adds a repeated one once', async () => {
    for (const path of ['/2.0', '/2.0/', '/apis/audioscrobbler', '/apis/audioscrobbler/2.0/']) {
      const { body } = await call({ method: 'track.scrobble', sk, ...one(now() - 300, { album: 'Weather' }) }, path)
      expect(body).toEqual({
        scrobbles: {
          '@attr': { accepted: 1, ignored: 0 },
          scrobble: {
            artist: { corrected: '0', '#text': 'Sol Ferro' },
            album: { corrected: '0', '#text': 'Weather' },
            albumArtist: { corrected: '0', '#text': '' },
            track: { corrected: '0', '#text': 'Rain' },
            timestamp: `${now() - 300}`,
            ignoredMessage: { code: '0', '#text': '' },
          },
        },
      })
    }
    expect(await countsOf(server, ada.id)).toEqual({ listens: 1, byDay: 1, byArtist: 1 })
  })

  test('track.scrobble accepts fifty in array notation and reports invalid ones by code', async () => {
    const batch: Record<string, string> = {}
    for (let place = 0; place < 50; place++) {
      batch[`artist[${place}]`] = place === 3 ? ' ' : 'Sol Ferro'
      batch[`track[${place}]`] = place === 5 ? '' : `Track ${place}`
      batch[`timestamp[${place}]`] = `${{ 7: 99, 9: now() + 7200 }[place] ?? now() - 10_000 + place}`
    }
    const { body } = await scrobble(batch)
    const codes = body.scrobbles.scrobble.map(
      (response: { ignoredMessage: { code: string } }) => response.ignoredMessage.code,
    )
    expect(body.scrobbles['@attr']).toEqual({ accepted: 46, ignored: 4 })
    expect([codes[3], codes[5], codes[7], codes[9], codes[10]]).toEqual(['1', '2', '3', '4', '0'])
    expect((await countsOf(server, ada.id)).listens).toBe(47)
  })

  test('track.scrobble rejects fifty-one scrobbles and incomplete ones', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 51 }, (_, place) =>
        Object.entries(one(now() - place)).map(([name, value]) => [`${name}[${place}]`, value]),
      ).flat(),
    )
    expect((await scrobble(many)).body).toEqual({
      error: 6,
      message: 'You may not send more than 50 scrobbles at once.',
    })
    expect((await scrobble({ artist: 'A', track: 'T' })).body.error).toBe(6)
    expect((await scrobble({})).body.error).toBe(6)
    expect((await scrobble(one(Number.NaN))).body.error).toBe(6)
  })

  test('the token is valid as a session key, and an invalid key requires a new login', async () => {
    expect((await call({ method: 'track.scrobble', sk: token, ...one(now() - 999) })).status).toBe(200)
    for (const key of ['', 'x', 'f'.repeat(32)]) {
      const { status, body } = await call({ method: 'track.scrobble', sk: key, ...one(now()) })
      expect([status, body.error]).toEqual([403, 9])
    }
  })
})

test('updateNowPlaying shows a track until it ends', async () => {
  const { body } = await call({
    method: 'track.updatenowplaying',
    sk,
    artist: 'Mothlight',
    track: 'Dusk',
    duration: '60',
  })
  expect(body.nowplaying).toMatchObject({ track: { '#text': 'Dusk' }, ignoredMessage: { code: '0' } })
  const shown = async () => (await server.get('/api/user/now-playing', { user: 'Ada' })).body.now_playing
  expect(await shown()).toMatchObject({ username: 'Ada', track: 'Dusk', artist: 'Mothlight', artist_id: null })
  server.clock.advance({ seconds: 61 })
  expect(await shown()).toBeNull()
})

test('an unknown method is error 3, and responses are XML unless JSON is requested', async () => {
  expect((await call({ method: 'track.ban', sk })).body.error).toBe(3)
  const { body, headers } = await call({ method: 'track.scrobble', sk: 'x', format: 'xml' })
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(body).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<lfm status="failed"><error code="9">Invalid session key - Please re-authenticate</error></lfm>\n',
  )
  const taken = await scrobble(one(now() - 7777, { format: 'xml', track: 'Rain & <Fog>' }))
  expect(taken.body).toContain('<scrobbles accepted="1" ignored="0"><scrobble><artist corrected="0">Sol Ferro</artist>')
  expect(taken.body).toContain('<track corrected="0">Rain &amp; &lt;Fog&gt;</track>')
})

describe('user.getRecentTracks', () => {
  let own: string
  const at = (minute: number) => 1_700_000_000 + minute * 60
  const recent = (params: Record<string, string>) =>
    call({ method: 'user.getRecentTracks', user: 'bo', api_key: own, ...params })
  beforeAll(async () => {
    own = await makeToken(server, await server.signUp('Bo'))
    for (let minute = 0; minute < 5; minute++) {
      await call({ method: 'track.scrobble', sk: own, ...one(at(minute), { track: `Track ${minute}` }) })
    }
  })
  type Track = { name: string; date?: { uts: string } }
  const names = (body: { recenttracks: { track: Track[] } }) => body.recenttracks.track.map((it) => it.name)

  test('user.getRecentTracks returns pages, newest first, with numbers as text like Last.fm', async () => {
    const { body } = await recent({ limit: '2', page: '2' })
    expect(names(body)).toEqual(['Track 2', 'Track 1'])
    expect(body.recenttracks['@attr']).toEqual({ user: 'Bo', page: '2', perPage: '2', totalPages: '3', total: '5' })
    expect(body.recenttracks.track[0]).toMatchObject({
      artist: { '#text': 'Sol Ferro', mbid: '' },
      date: { uts: `${at(2)}`, '#text': '14 Nov 2023, 22:15' },
    })
  })
  test('user.getRecentTracks supports from, to and the extended form, and lists a single track', async () => {
    expect(names((await recent({ from: `${at(1)}`, to: `${at(3)}` })).body)).toEqual(['Track 3', 'Track 2', 'Track 1'])
    const { body } = await recent({ limit: '1', extended: '1' })
    expect(body.recenttracks.track).toMatchObject([{ artist: { name: 'Sol Ferro' }, loved: '0' }])
  })
  test('user.getRecentTracks lists the current track first, without a date', async () => {
    await call({ method: 'track.updateNowPlaying', sk: own, artist: 'A', track: 'Now', duration: '100' })
    const { body } = await recent({ limit: '1' })
    expect(body.recenttracks.track).toMatchObject([
      { name: 'Now', '@attr': { nowplaying: 'true' } },
      { name: 'Track 4' },
    ])
    expect(body.recenttracks.track[0].date).toBeUndefined()
  })
  test('user.getRecentTracks requires the token', async () => {
    expect((await recent({ api_key: 'k' })).body.error).toBe(10)
    const other = await recent({ api_key: token })
    expect([other.status, other.body.error]).toEqual([403, 17])
  })
  test('user.getInfo returns the number of scrobbles', async () => {
    const { body } = await call({ method: 'user.getInfo', api_key: own })
    // pylast selects the picture by index in the list.
    expect(body.user.image.map((it: { size: string }) => it.size)).toEqual(['small', 'medium', 'large', 'extralarge'])
    expect(body.user).toMatchObject({ name: 'Bo', playcount: '5', url: 'http://localhost:3000/profile/Bo' })
  })
})

test('a form of many names without values is parsed in linear time and rejected', async () => {
  const startedAt = threadMs()
  const { status, body } = await server.post('/2.0/?format=json', {}, { body: 'a&'.repeat(499_000) })
  expect([status, body]).toEqual([400, { error: 6, message: 'A request has at most 2000 parameters.' }])
  expect(threadMs() - startedAt).toBeLessThan(2000)
})

test('every request is counted by address before its form is read, also without a method', async () => {
  const limits = { ...server.config.rateLimits, addressScrobbles: { burst: 5, perSecond: 0.1 } }
  const strict = await testServer({ settings: { rateLimits: limits } })
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await strict.post('/2.0/', {}, { body: 'a=1' })).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'a method named like a property of all objects is unknown: %s',
  async (method) => {
    const { status, body } = await server.get('/2.0/', { method, format: 'json' })
    expect([status, body.error]).toEqual([400, 3])
  },
)

test('a form with text that is not UTF-8, and with NUL, is read', async () => {
  const { status, body } = await server.post('/2.0/', {}, { body: 'method=au%FFth%00.x&format=json' })
  expect([status, body.error]).toEqual([400, 3])
})
