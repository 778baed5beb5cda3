import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { LASTFM_KEY, LASTFM_SECRET, type LastfmAccount, startLastfmServer } from '#tests/support/lastfm-server.ts'
import type { Reply } from '#tests/support/service-server.ts'
import { ServiceFailure } from '../service-failure.ts'
import { getJson } from './get-json.ts'
import { createLastfm } from './lastfm.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const at = (time: string) => Date.parse(time) / 1000
/** The longest wait for the service, in ms; a loaded machine must not reach it. */
const wait = { ms: 30_000 }
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

async function world(...accounts: LastfmAccount[]) {
  const service = await startLastfmServer(...accounts)
  stops.push(() => service.stop())
  const get = (url: URL) =>
    getJson(url, { userAgent: 'Flipside/test', isGuarded: false, timeoutMs: wait.ms, bytesMax: 1_000_000 })
  const options = {
    get: get,
    baseUrl: new URL(`${service.url}/2.0/`),
    apiKey: LASTFM_KEY,
    sharedSecret: LASTFM_SECRET,
    now: () => NOW,
  }
  const onTooOften = () => Promise.resolve(new ServiceFailure('rate_limited'))
  return {
    service,
    source: createLastfm({ ...options, onRateLimited: onTooOften }),
    withKey: (apiKey: string) => createLastfm({ ...options, onRateLimited: onTooOften, apiKey }),
  }
}

const ada: LastfmAccount = {
  name: 'Ada_L',
  tracks: [
    ['Nine Rooms', 'Door', 440],
    ['Nine Rooms', 'Wall', 2],
    ['Loam', 'Peat', 7],
  ],
}
const failure = (code: string) => expect.objectContaining({ name: 'ServiceFailure', code })

test('an account is found in any case and returned in Last.fm’s spelling', async () => {
  const { source, service } = await world(ada)
  expect(await source.findAccount('ada_l')).toBe('Ada_L')
  await expect(source.findAccount('nobody')).rejects.toEqual(failure('unknown_name'))
  expect(service.requests[0]?.headers['user-agent']).toBe('Flipside/test')
})

test('charts accept numbers as strings, a single child without its list, and no child', async () => {
  const one: LastfmAccount = { name: 'one', tracks: [['Loam', 'Peat', 7]] }
  const { source } = await world(ada, one, { name: 'none', tracks: [] })
  expect(await source.fetchArtists('Ada_L', 'overall')).toEqual({
    asOf: NOW,
    entries: [
      { name: 'Nine Rooms', plays: 442 },
      { name: 'Loam', plays: 7 },
    ],
  })
  expect((await source.fetchTracks('one', '7day')).entries).toEqual([{ artist: 'Loam', title: 'Peat', plays: 7 }])
  expect((await source.fetchTracks('none', '7day')).entries).toEqual([])
})

test('a chart has a thousand entries, for any page size of the service', async () => {
  const tracks = Array.from(
    { length: 1300 },
    (_, index) => [`Artist ${index}`, `Track ${index}`, 2000 - index] as const,
  )
  const { source, service } = await world({ name: 'deep', tracks })
  const { entries } = await source.fetchTracks('deep', '12month')
  expect([entries.length, entries[0]?.title, entries[999]?.title]).toEqual([1000, 'Track 0', 'Track 999'])
  expect(service.requests).toHaveLength(5)
})

test('endless pages are read up to a thousand entries, 25 pages, or a page without new entries', async () => {
  const { source, service } = await world(ada)
  let n = 0
  const endless = (entries: () => unknown): Reply => ({
    body: { topartists: { artist: entries(), '@attr': { user: 'Ada_L', totalPages: '1000000' } } },
  })
  const fresh = () => ({ name: `Artist ${n++}`, playcount: '3' })
  service.misbehave = () => endless(() => Array.from({ length: 200 }, fresh))
  expect((await source.fetchArtists('Ada_L', 'overall')).entries).toHaveLength(1000)
  service.misbehave = () => endless(fresh)
  expect((await source.fetchArtists('Ada_L', 'overall')).entries).toHaveLength(25)
  service.requests.length = 0
  service.misbehave = () => endless(() => ({ name: 'The same', playcount: '3' }))
  expect((await source.fetchArtists('Ada_L', 'overall')).entries).toHaveLength(1)
  expect(service.requests).toHaveLength(2)
})

test('plays are counted by UTC day without the current track, and hidden plays are reported', async () => {
  const recent = [
    at('2026-11-21T09:00:00Z'),
    at('2026-11-20T23:59:59Z'),
    at('2026-11-20T00:00:00Z'),
    at('2026-09-01T00:00:00Z'),
  ]
  const { source } = await world({ ...ada, recent }, { name: 'hidden', tracks: ada.tracks, hidesRecent: true })
  expect(await source.fetchDays('Ada_L', '2026-09-27')).toEqual({
    since: '2026-09-27',
    counts: [
      { day: '2026-11-21', plays: 1 },
      { day: '2026-11-20', plays: 2 },
    ],
  })
  await expect(source.fetchDays('hidden', '2026-09-27')).rejects.toEqual(failure('private_profile'))
  expect((await source.fetchArtists('hidden', 'overall')).entries).toHaveLength(2)
})

test('plays beyond the limit are counted from the first complete day', async () => {
  const recent = Array.from({ length: 6000 }, (_, index) => at('2026-11-21T11:00:00Z') - index * 60)
  const { source } = await world({ ...ada, recent })
  const { since, counts } = await source.fetchDays('Ada_L', '2026-09-27')
  expect(since).toBe('2026-11-18')
  expect(counts).toEqual([
    { day: '2026-11-21', plays: 661 },
    { day: '2026-11-20', plays: 1440 },
    { day: '2026-11-19', plays: 1440 },
    { day: '2026-11-18', plays: 1440 },
  ])
})

test('another user’s data is requested again once, then rejected', async () => {
  const { source, service } = await world(ada, { name: 'bo', tracks: [['Other', 'Song', 1]] })
  const others: Reply = {
    body: { topartists: { artist: [{ name: 'Other', playcount: '1' }], '@attr': { user: 'bo', totalPages: '1' } } },
  }
  service.misbehave = () => (service.requests.length === 1 ? others : undefined)
  expect((await source.fetchArtists('Ada_L', 'overall')).entries[0]?.name).toBe('Nine Rooms')
  service.misbehave = () => others
  await expect(source.fetchArtists('Ada_L', 'overall')).rejects.toEqual(failure('unreadable_answer'))
  service.misbehave = () => ({ body: { user: { name: 'bo' } } })
  await expect(source.findAccount('Ada_L')).rejects.toEqual(failure('unreadable_answer'))
})

describe('what goes wrong', () => {
  const refused = (status: number, error: number): Reply => ({ status, body: { error, message: 'No.' } })
  const cases: readonly (readonly [string, Reply, string])[] = [
    ['an error that comes with 200', refused(200, 29), 'rate_limited'],
    ['an error number as a string', { body: { error: '17', message: 'x' } }, 'private_profile'],
    ['offline (11)', refused(503, 11), 'service_away'],
    ['a passing fault (16) with 400', refused(400, 16), 'service_away'],
    ['a failed operation (8) with 500', refused(500, 8), 'service_away'],
    ['too many requests', refused(429, 29), 'rate_limited'],
    ['a key that is suspended', refused(403, 26), 'key_refused'],
    ['an error of no list', refused(200, 99), 'unreadable_answer'],
    ['HTML with 502', { status: 502, body: '<html>Bad gateway</html>' }, 'service_away'],
    ['HTML with 200', { body: '<html>Maintenance</html>' }, 'unreadable_answer'],
    ['an empty body', { body: '' }, 'unreadable_answer'],
    ['null', { body: null }, 'unreadable_answer'],
    ['a list', { body: [] }, 'unreadable_answer'],
    ['other names', { body: { toptracks: { track: [] } } }, 'unreadable_answer'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'unreadable_answer'],
    ['truncated JSON', { body: '{"topartists":{"artist":[{"na' }, 'unreadable_answer'],
    ['an answer that never comes', () => {}, 'service_away'],
    ['an answer that drips', (response) => void response.writeHead(200).write('{'), 'service_away'],
    ['a connection that is cut', (response) => void response.destroy(), 'service_away'],
    [
      'a body that ends too early',
      (response) => void response.writeHead(200, { 'content-length': '99' }).write('{}', () => response.destroy()),
      'service_away',
    ],
    ['a body without end', (response) => flood(response), 'unreadable_answer'],
  ]
  test.each(cases)('%s', async (_, reply, code) => {
    const { source, service } = await world(ada)
    service.misbehave = () => reply
    if (code === 'service_away' && typeof reply === 'function') {
      wait.ms = 400
      onTestFinished(() => void (wait.ms = 30_000))
    }
    await expect(source.fetchArtists('Ada_L', 'overall')).rejects.toEqual(failure(code))
  })
  test('an unknown key fails as key_refused', async () => {
    const { withKey } = await world(ada)
    await expect(withKey('another').findAccount('Ada_L')).rejects.toEqual(failure('key_refused'))
  })
  test('invalid entries of a chart are skipped', async () => {
    const { source, service } = await world(ada)
    const artist = [
      null,
      'x',
      { name: 'A' },
      { name: 3, playcount: '1' },
      { name: 'B', playcount: 'many' },
      { name: 'C', playcount: '5' },
    ]
    service.misbehave = () => ({ body: { topartists: { artist, '@attr': { user: 'ADA_L' } } } })
    expect((await source.fetchArtists('Ada_L', 'overall')).entries).toEqual([{ name: 'C', plays: 5 }])
    service.misbehave = () => ({ body: { topartists: { artist: artist.slice(0, 5), '@attr': { user: 'Ada_L' } } } })
    await expect(source.fetchArtists('Ada_L', 'overall')).rejects.toEqual(failure('unreadable_answer'))
  })
})

/** Writes until the reader closes the connection. */
function flood(response: { write: (text: string, done: () => void) => unknown; destroyed: boolean }): void {
  const more = () => void (response.destroyed || response.write('"'.repeat(500_000), more))
  more()
}

test('an account with plays that is suddenly not found has no empty chart; one without plays may have', async () => {
  const { source, service } = await world(ada, { name: 'none', tracks: [] })
  const notFound = (): Reply => ({ status: 404, body: { error: 6, message: 'User not found' } })
  for (const [name, outcome] of [
    ['Ada_L', 'unreadable_answer'],
    ['none', []],
  ] as const) {
    service.misbehave = () => undefined
    await source.findAccount(name)
    service.misbehave = notFound
    const charts = [source.fetchArtists(name, 'overall'), source.fetchTracks(name, '7day')]
    for (const chart of charts) {
      if (outcome === 'unreadable_answer') await expect(chart).rejects.toEqual(failure(outcome))
      else expect((await chart).entries).toEqual(outcome)
    }
  }
})

test('an empty chart of all time of an account with plays is a failure, so that the last good one stays', async () => {
  const { source, service } = await world(ada)
  await source.findAccount('Ada_L')
  service.misbehave = () => ({ body: { topartists: { artist: [], '@attr': { user: 'Ada_L', totalPages: '0' } } } })
  await expect(source.fetchArtists('Ada_L', 'overall')).rejects.toEqual(failure('unreadable_answer'))
  expect((await source.fetchArtists('Ada_L', '7day')).entries).toEqual([])
})

test('an account is proven by a token, signed with the shared secret', async () => {
  const { source } = await world({ ...ada, token: 'one-way' })
  expect(await source.findProven('one-way')).toEqual({ account: 'Ada_L', sessionKey: 'for-ever' })
  await expect(source.findProven('another')).rejects.toBeInstanceOf(ServiceFailure)
})
