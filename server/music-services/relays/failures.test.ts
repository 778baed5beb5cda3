import { expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { aListen, makeToken } from '#tests/support/players.ts'
import {
  changeRelay,
  linkedWorld,
  linkListenbrainz,
  nowS,
  pendingOf,
  relaysOf,
  scrobble,
  sendAll,
  USER_TOKEN,
  waitOut,
} from '#tests/support/relays.ts'
import type { Reply } from '#tests/support/service-server.ts'
import { sendNextBatch } from './send-batches.ts'

const HOUR_S = 3600

/** Responses from a service that cannot be used now, and the code shown for each. */
const passing: readonly (readonly [name: string, reply: Reply, code: string])[] = [
  ['503 with HTML', { status: 503, body: '<html>' }, 'service_away'],
  ['200 with HTML', { status: 200, body: '<html>Welcome</html>' }, 'unreadable_answer'],
  ['200 with half of its JSON', { status: 200, body: '{"status":"o' }, 'unreadable_answer'],
  ['200 without a body', { status: 200 }, 'unreadable_answer'],
  ['200 with other JSON', { status: 200, body: { hello: 'world' } }, 'unreadable_answer'],
  ['an error 503 in a body with status 200', { status: 200, body: { code: 503, error: 11 } }, 'service_away'],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'unreadable_answer'],
  ['404 with HTML', { status: 404, body: '<html>' }, 'unreadable_answer'],
  ['a reset connection', (response) => response.destroy(), 'service_away'],
  [
    'a reset in the middle of the body',
    (response) => void response.write('{"status"', () => response.destroy()),
    'service_away',
  ],
  ['two megabytes', { status: 200, body: { status: 'x'.repeat(2_000_000) } }, 'unreadable_answer'],
]

test.each(passing)('%s: all listens stay pending, and are sent once later', async (_, reply, code) => {
  const { server, ada, times, lastfm, listenbrainz } = await linkedWorld(3)
  lastfm.misbehave = () => reply
  listenbrainz.misbehave = () => reply
  expect(await sendAll(server)).toBe(2)
  expect(await relaysOf(server, ada)).toMatchObject([
    { pending: 3, is_stopped: false, failure: { code } },
    { pending: 3, is_stopped: false, failure: { code } },
  ])
  // Not before the pause has ended.
  expect(await sendAll(server)).toBe(0)
  lastfm.misbehave = () => undefined
  listenbrainz.misbehave = () => undefined
  waitOut(server)
  await sendAll(server)
  for (const { store } of [lastfm, listenbrainz]) expect(store.scrobbles.map(({ at }) => at)).toEqual(times)
  expect(await relaysOf(server, ada)).toMatchObject([
    { pending: 0, failure: null },
    { pending: 0, failure: null },
  ])
})

test.each([
  ['without Retry-After', {}],
  ['with a nonsensical Retry-After', { 'retry-after': 'soon' }],
  ['with a negative Retry-After', { 'retry-after': '-5' }],
  ['with a Retry-After of a century', { 'retry-after': '3153600000' }],
  ['with an infinite Retry-After', { 'retry-after': 'Infinity' }],
])('429 %s: the retry follows within seven hours', async (_, headers) => {
  const { server, ada, times, listenbrainz } = await linkedWorld()
  listenbrainz.misbehave = () => ({ status: 429, headers, body: { code: 429, error: 'Rate limit exceeded' } })
  await sendAll(server)
  const [, relay] = await relaysOf(server, ada)
  expect(relay).toMatchObject({ pending: 1, is_stopped: false, failure: { code: 'rate_limited' } })
  const pauseS = Date.parse(relay.next_at) / 1000 - nowS(server)
  expect(pauseS).toBeGreaterThanOrEqual(60)
  expect(pauseS).toBeLessThanOrEqual(7.5 * HOUR_S)
  listenbrainz.misbehave = () => undefined
  waitOut(server)
  // The token is paused by the clock of the database.
  await server.db.deleteFrom('service_turns').execute()
  await sendAll(server)
  expect(listenbrainz.store.scrobbles.map(({ at }) => at)).toEqual(times)
})

test('the limit of one member’s token pauses neither other members nor requests without a token', async () => {
  const { server, ada, listenbrainz } = await linkedWorld()
  const bo = await makeMember(server, 'bo')
  const boToken = '0b9c5b1e-0000-4000-8000-000000000002'
  listenbrainz.accounts.push({ name: 'bo_lb', listens: [], token: boToken })
  await linkListenbrainz(server, bo, boToken)
  await scrobble(server, await makeToken(server, bo), aListen(nowS(server) - 100, 'Of Bo'))
  const ofAda = `Token ${USER_TOKEN}`
  const limit = { status: 429, headers: { 'retry-after': '86400' }, body: { code: 429, error: 'Rate limit exceeded' } }
  listenbrainz.misbehave = ({ headers }) => (headers.authorization === ofAda ? limit : undefined)
  await sendAll(server)
  expect(listenbrainz.store.scrobbles.map(({ account }) => account)).toEqual(['bo_lb'])
  expect((await relaysOf(server, ada))[1]).toMatchObject({ pending: 1, failure: { code: 'rate_limited' } })
  const choice = { user: 'bo', source: 'listenbrainz', name: 'bo_lb' }
  expect((await server.post('/api/user/choose-music-account', choice, { as: bo })).status).toBe(200)
  // Until the pause ends nothing is sent with this token, current tracks included.
  const before = listenbrainz.requests.length
  await changeRelay(server, ada, 'retry', { service: 'listenbrainz' })
  await sendAll(server)
  expect(listenbrainz.requests.length).toBe(before)
})

test('a token without requests left in its window waits alone', async () => {
  const { server, ada, times, listenbrainz } = await linkedWorld(1)
  const exhausted = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-in': '3000' }
  listenbrainz.misbehave = () => ({ status: 200, headers: exhausted, body: { status: 'ok' } })
  await sendAll(server)
  expect((await relaysOf(server, ada))[1]).toMatchObject({ pending: 0, sent: times.length })
  listenbrainz.misbehave = () => undefined
  const bo = await makeMember(server, 'bo')
  listenbrainz.accounts.push({ name: 'bo_lb', listens: [], token: 'the token of bo' })
  expect((await linkListenbrainz(server, bo, 'the token of bo')).status).toBe(200)
  expect((await linkListenbrainz(server, ada)).status).toBe(503)
})

test('the pause doubles with every failure and ends with the first success', async () => {
  const { server, ada, listenbrainz, player } = await linkedWorld()
  listenbrainz.misbehave = () => ({ status: 500, body: '' })
  const pauses: number[] = []
  for (let attempt = 0; attempt < 4; attempt++) {
    await sendAll(server)
    const [, relay] = await relaysOf(server, ada)
    pauses.push((Date.parse(relay.next_at) - server.clock.now().getTime()) / 60_000)
    server.clock.advance({ seconds: (Date.parse(relay.next_at) - server.clock.now().getTime()) / 1000 })
  }
  for (const [attempt, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(2 ** attempt)
    expect(pause).toBeLessThanOrEqual(2 ** attempt * 1.26)
  }
  listenbrainz.misbehave = () => undefined
  await sendAll(server)
  await scrobble(server, player, aListen(nowS(server) - 60, 'Next'))
  expect(await sendAll(server)).toBe(2)
})

test.each([
  [
    'Last.fm',
    'a session that was ended',
    { status: 403, body: { error: 9, message: 'Invalid session key' } },
    'login_ended',
  ],
  ['Last.fm', 'a suspended API key', { status: 403, body: { error: 26, message: 'Suspended API key' } }, 'key_refused'],
  [
    'Last.fm',
    'an invalid signature',
    { status: 200, body: { error: '13', message: 'Invalid signature' } },
    'key_refused',
  ],
  ['ListenBrainz', 'a revoked token', { status: 401, body: { code: 401, error: 'Invalid token' } }, 'login_ended'],
  ['ListenBrainz', 'a paused account', { status: 200, body: { code: 403, error: 'Paused' } }, 'login_ended'],
] as const)(
  '%s, %s: the relay stops with the reason, and sends what is pending when retried',
  async (title, _, reply, code) => {
    const { server, ada, player, times, lastfm, listenbrainz } = await linkedWorld()
    const [service, name] =
      title === 'Last.fm' ? ([lastfm, 'lastfm'] as const) : ([listenbrainz, 'listenbrainz'] as const)
    service.misbehave = () => reply
    await sendAll(server)
    const find = async () => (await relaysOf(server, ada)).find((relay: { service: string }) => relay.service === name)
    expect(await find()).toMatchObject({ is_on: true, is_stopped: true, pending: 1, next_at: '', failure: { code } })
    // Listens are queued meanwhile.
    const next = nowS(server) - 60
    await scrobble(server, player, aListen(next, 'Next'))
    service.requests.splice(0)
    waitOut(server)
    await sendAll(server)
    expect(service.requests).toEqual([])
    service.misbehave = () => undefined
    expect((await changeRelay(server, ada, 'retry', { service: name })).body).toMatchObject({ success: true })
    await sendAll(server)
    expect(service.store.scrobbles.map(({ at }) => at)).toEqual([...times, next])
    expect(await find()).toMatchObject({ is_stopped: false, pending: 0, failure: null })
  },
)

test.each([2, 8, 11, 16, 29])("Last.fm's error %i: the listens stay pending", async (error) => {
  const { server, ada, times, lastfm } = await linkedWorld()
  lastfm.misbehave = () => ({ status: 200, body: { error, message: 'Try again' } })
  await sendAll(server)
  expect(await relaysOf(server, ada)).toMatchObject([{ pending: 1, is_stopped: false }, { pending: 0 }])
  lastfm.misbehave = () => undefined
  waitOut(server)
  await server.db.deleteFrom('service_turns').execute()
  await sendAll(server)
  expect(lastfm.store.scrobbles.map(({ at }) => at)).toEqual(times)
})

test('a token that is revoked in the middle of a backlog loses nothing', async () => {
  const { server, ada, times, listenbrainz } = await linkedWorld(250)
  let submissions = 0
  listenbrainz.misbehave = () => (++submissions > 1 ? { status: 401, body: { code: 401, error: 'No' } } : undefined)
  await sendAll(server)
  expect(await pendingOf(server, 'listenbrainz')).toEqual(times.slice(100))
  listenbrainz.misbehave = () => undefined
  await linkListenbrainz(server, ada)
  await sendAll(server)
  expect(listenbrainz.store.scrobbles.map(({ at }) => at)).toEqual(times)
  expect(listenbrainz.store.received).toBe(250)
})

test('a service that accepts without responding gets the same batch again', async () => {
  const { server, player, times, listenbrainz, lastfm } = await linkedWorld(3)
  for (const service of [listenbrainz, lastfm]) {
    let isFirst = true
    service.misbehave = (requested) => {
      if (!isFirst) return undefined
      isFirst = false
      // The request takes effect; the response is lost.
      void fetch(`${service.url}${requested.url.pathname}`, {
        method: 'POST',
        body: requested.body,
        headers: { authorization: String(requested.headers.authorization), 'content-type': 'x/y' },
      })
      return (response) => response.destroy()
    }
  }
  await sendAll(server)
  await expect.poll(() => [listenbrainz.store.received, lastfm.store.received]).toEqual([3, 3])
  // More listens do not change the batch in flight.
  await scrobble(server, player, aListen(times[2] ?? 0, 'Later'))
  waitOut(server)
  await sendAll(server)
  const submissions = listenbrainz.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(submissions[1]).toBe(submissions[0])
  for (const { store } of [listenbrainz, lastfm])
    expect(store.scrobbles.map(({ at }) => at)).toEqual([...times, times[2]])
})

test('a service that hangs, or sends a byte at a time, is given up', async () => {
  const { server, ada, times, listenbrainz, lastfm } = await linkedWorld()
  listenbrainz.misbehave = () => () => {}
  lastfm.misbehave = () => (response) => {
    const dripping = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(dripping))
  }
  const started = performance.now()
  await Promise.all([
    sendNextBatch(server.services, undefined, { turnTimeoutMs: 1000, timeoutMs: 300 }),
    sendNextBatch(server.services, undefined, { turnTimeoutMs: 1000, timeoutMs: 300 }),
  ])
  expect(performance.now() - started).toBeLessThan(30_000)
  expect(await relaysOf(server, ada)).toMatchObject([
    { pending: 1, failure: { code: 'service_away' } },
    { pending: 1, failure: { code: 'service_away' } },
  ])
  for (const service of [listenbrainz, lastfm]) service.misbehave = () => undefined
  waitOut(server)
  await sendAll(server)
  for (const { store } of [listenbrainz, lastfm]) expect(store.scrobbles.map(({ at }) => at)).toEqual(times)
})

test('a relay that stops notifies its member once', async () => {
  const { server, ada, player, lastfm } = await linkedWorld()
  const noticesOf = async () =>
    (await server.get('/api/user/activity', { user: ada.name }, { as: ada })).body.activity.filter(
      ({ kind }: { kind: string }) => kind === 'relay_stopped',
    )
  lastfm.misbehave = () => ({ status: 403, body: { error: 9, message: 'Invalid session key' } })
  await sendAll(server)
  expect(await noticesOf()).toMatchObject([{ username: 'System', subject: 'Last.fm', unread: true }])
  await scrobble(server, player, aListen(nowS(server) - 60, 'Next'))
  waitOut(server)
  await sendAll(server)
  await changeRelay(server, ada, 'retry', { service: 'lastfm' })
  await sendAll(server)
  expect(await noticesOf()).toHaveLength(1)
})
