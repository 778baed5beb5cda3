import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { type ListenbrainzAccount, STATISTICS_AT, startListenbrainzServer } from '#tests/support/listenbrainz-server.ts'
import type { Reply } from '#tests/support/service-server.ts'
import { ServiceFailure } from '../service-failure.ts'
import { getJson } from './get-json.ts'
import { createListenbrainz } from './listenbrainz.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY_S = 86_400
const nowS = NOW.getTime() / 1000
/** The longest wait for the service, in ms; a loaded machine must not reach it. */
const wait = { ms: 30_000 }
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

async function world(...accounts: ListenbrainzAccount[]) {
  const service = await startListenbrainzServer(...accounts)
  stops.push(() => service.stop())
  const get = (url: URL) =>
    getJson(url, { userAgent: 'Flipside/test', isGuarded: false, timeoutMs: wait.ms, bytesMax: 1_000_000 })
  const onTooOften = () => Promise.resolve(new ServiceFailure('rate_limited'))
  const open = (path = '/') =>
    createListenbrainz({ get: get, onRateLimited: onTooOften, baseUrl: new URL(path, service.url), now: () => NOW })
  return { service, open, source: open() }
}

const failure = (code: string) => expect.objectContaining({ name: 'ServiceFailure', code })
const listen = (daysAgo: number, title = 'Door') => ({ at: nowS - daysAgo * DAY_S, artist: 'Nine Rooms', title })
/** Returns `count` listens, one every `everyS` seconds, newest first. */
const steady = (count: number, everyS: number) =>
  Array.from({ length: count }, (_, index) => ({
    at: nowS - index * everyS,
    artist: 'Loam',
    title: `Track ${index % 7}`,
  }))

test('an account is found in any case, with a base URL with or without /1', async () => {
  const { open } = await world({ name: 'Ada L', listens: [] })
  for (const path of ['/', '/1', '/1/']) expect(await open(path).findAccount('ada l')).toBe('Ada L')
  await expect(open().findAccount('nobody')).rejects.toEqual(failure('unknown_name'))
})

test('sliding periods are counted from listens, and all time comes from the statistics', async () => {
  const statistics = [
    ['Nine Rooms', 'Door', 900],
    ['Loam', 'Peat', 7],
  ] as const
  const listens = [listen(1), listen(5.9, 'Wall'), listen(6.5, 'Wall'), listen(20), listen(80), listen(400)]
  const { source, service } = await world({ name: 'ada', listens, statistics })
  const tracks = async (period: '7day' | '1month' | '3month') =>
    (await source.fetchTracks('ada', period)).entries.map((entry) => [entry.title, entry.plays])
  expect(await tracks('7day')).toEqual([
    ['Wall', 2],
    ['Door', 1],
  ])
  expect(await tracks('1month')).toEqual([
    ['Door', 2],
    ['Wall', 2],
  ])
  expect(await tracks('3month')).toEqual([
    ['Door', 3],
    ['Wall', 2],
  ])
  expect((await source.fetchArtists('ada', '12month')).entries).toEqual([{ name: 'Nine Rooms', plays: 5 }])
  const overall = await source.fetchArtists('ada', 'overall')
  expect(overall).toEqual({
    asOf: new Date(STATISTICS_AT * 1000),
    entries: [
      { name: 'Nine Rooms', plays: 900 },
      { name: 'Loam', plays: 7 },
    ],
  })
  const days = await source.fetchDays('ada', '2026-11-01')
  expect(days).toEqual({
    since: '2026-11-01',
    counts: [
      { day: '2026-11-20', plays: 1 },
      { day: '2026-11-15', plays: 2 },
      { day: '2026-11-01', plays: 1 },
    ],
  })
  // Listens are fetched once, whatever is counted from them.
  expect(service.requests.filter((request) => request.url.pathname.endsWith('/listens')).length).toBeLessThanOrEqual(2)
})

test('statistics have a thousand entries, for any page size of the service', async () => {
  const statistics = Array.from(
    { length: 1234 },
    (_, index) => [`Artist ${index}`, `Track ${index}`, 2000 - index] as const,
  )
  const { source, service } = await world({ name: 'ada', listens: [], statistics })
  const { entries } = await source.fetchTracks('ada', 'overall')
  expect([entries.length, entries[999]?.title]).toEqual([1000, 'Track 999'])
  expect(service.requests.filter((request) => request.url.pathname.includes('stats'))).toHaveLength(10)
})

test('a new member without statistics is counted from listens, with a note', async () => {
  const { source } = await world({ name: 'new', listens: [listen(1), listen(300)] })
  expect(await source.fetchArtists('new', 'overall')).toEqual({
    asOf: NOW,
    remark: 'no_statistics_yet',
    entries: [{ name: 'Nine Rooms', plays: 2 }],
  })
})

test('too many listens to fetch yield the periods they cover, then the statistics, then none', async () => {
  const listens = steady(30_000, 600) // 208 days: 20,000 listens are 138.
  const statistics = [['Loam', 'Track 0', 5000]] as const
  const { source } = await world({ name: 'busy', listens, statistics }, { name: 'much', listens })
  const plays = async (name: string, period: '3month' | '6month') =>
    (await source.fetchArtists(name, period)).entries.map((it) => it.plays)
  expect(await plays('busy', '3month')).toEqual([91 * 144 + 73])
  expect(await plays('busy', '6month')).toEqual([5000])
  expect(await plays('much', '3month')).toEqual([91 * 144 + 73])
  await expect(plays('much', '6month')).rejects.toEqual(failure('no_statistics_yet'))
  await expect(source.fetchTracks('much', 'overall')).rejects.toEqual(failure('no_statistics_yet'))
})

test('a service that returns the same listens, or listens of one second, forever is given up', async () => {
  const { open, service } = await world({ name: 'ada', listens: [] })
  const page = (entries: readonly object[]): Reply => ({ body: { payload: { user_id: 'ada', listens: entries } } })
  const written = (at: number, title: string) => ({
    listened_at: at,
    track_metadata: { artist_name: 'A', track_name: title },
  })
  service.misbehave = () => page([written(nowS, 'a')])
  expect((await open().fetchTracks('ada', '7day')).entries).toEqual([{ artist: 'A', title: 'a', plays: 1 }])
  expect(service.requests).toHaveLength(2)
  let n = 0
  service.misbehave = () => page(Array.from({ length: 10 }, () => written(nowS, `title ${n++}`)))
  service.requests.length = 0
  await open().fetchDays('ada', '2026-11-20')
  expect(service.requests).toHaveLength(20)
})

describe('what goes wrong', () => {
  const cases: readonly (readonly [string, Reply, string])[] = [
    ['an error with 200', { body: { code: 404, error: 'Cannot find user' } }, 'unknown_name'],
    ['an account that is paused', { status: 401, body: { code: 401, error: 'paused' } }, 'token_needed'],
    ['too many requests', { status: 429, body: { code: 429, error: 'slow down' } }, 'rate_limited'],
    ['too many requests with 200', { body: { code: 429, error: 'slow down' } }, 'rate_limited'],
    ['a service that is down', { status: 503, body: '<html>503</html>' }, 'service_away'],
    ['HTML with 200', { body: '<html/>' }, 'unreadable_answer'],
    ['a redirect', { status: 301, headers: { location: 'http://127.0.0.1/' } }, 'unreadable_answer'],
    ['somebody else', { body: { payload: { user_id: 'bo', listens: [] } } }, 'unreadable_answer'],
    ['listens that are none', { body: { payload: { user_id: 'ada', listens: [1, null] } } }, 'unreadable_answer'],
    [
      'a time beyond all times',
      {
        body: {
          payload: {
            user_id: 'ada',
            listens: [{ listened_at: 1e18, track_metadata: { artist_name: 'A', track_name: 'a' } }],
          },
        },
      },
      'unreadable_answer',
    ],
    ['an answer that never comes', () => {}, 'service_away'],
  ]
  test.each(cases)('%s', async (_, reply, code) => {
    const { source, service } = await world({ name: 'ada', listens: [] })
    service.misbehave = () => reply
    if (code === 'service_away' && typeof reply === 'function') {
      wait.ms = 400
      onTestFinished(() => void (wait.ms = 30_000))
    }
    await expect(source.fetchArtists('ada', '7day')).rejects.toEqual(failure(code))
  })
  test('statistics of another user are rejected', async () => {
    const { source, service } = await world({ name: 'ada', listens: [] })
    const others: Reply = { body: { payload: { user_id: 'bo', artists: [], last_updated: 1 } } }
    service.misbehave = ({ url }) => (url.pathname.includes('stats') ? others : undefined)
    await expect(source.fetchArtists('ada', 'overall')).rejects.toEqual(failure('unreadable_answer'))
  })
})
