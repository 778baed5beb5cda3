import dns from 'node:dns'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeMembers } from '#tests/support/members.ts'
import {
  disconnect,
  type Fault,
  hang,
  respondForever,
  respondWith,
  type TestSubscription,
} from '#tests/support/push-service.ts'
import { deliver, pushWorld, readSettings, subscribe } from '#tests/support/push-world.ts'
import type { TestMember } from '#tests/support/test-server.ts'

const { server, service } = await pushWorld()
/** The longest wait for a service that does not respond, in ms. */
const SHORT_MS = 400
let round = 0
let ada: TestMember
let bo: TestMember
let browser: TestSubscription

beforeEach(async () => {
  round++
  const [one, two] = await makeMembers(server, `ada${round}`, `bo${round}`)
  if (one === undefined || two === undefined) throw new Error('Two members are needed.')
  ;[ada, bo] = [one, two]
  browser = await subscribe(server, service, ada)
})
afterEach(async () => {
  service.state.fault = undefined
  await server.db.deleteFrom('push_subscriptions').execute()
})

const say = (message: string) =>
  server.post('/api/send-direct-message', { user: bo.name, recipient: ada.name, message }, { as: bo })
const devices = async () => (await readSettings(server, ada)).devices.length
const pending = async () =>
  (
    await sql<{ due_at: Date; attempts: number }>`select due_at, attempts from pushes where due_at is not null`.execute(
      server.db,
    )
  ).rows
/** Returns the time until the push is due again, in seconds. */
const secondsLeft = async () => {
  const [push] = await pending()
  return push === undefined ? undefined : (push.due_at.getTime() - server.clock.now().getTime()) / 1000
}
/** Lets the service fail once. */
const failWith = (fault: Fault) => {
  service.state.fault = () => fault
}

describe('a push service that fails', () => {
  test.each([404, 410])('the status %i ends the subscription', async (status) => {
    failWith(respondWith(status))
    await say('hello')
    await deliver(server)
    expect([await devices(), await pending()]).toEqual([0, []])
    expect((await readSettings(server, ada)).endpoint).toBe('')
  })

  /** Lets the browser renew its subscription while a push is in flight, which then has this status. */
  const renewDuringPush = async (status: number, headers = {}) => {
    const renewed = Promise.withResolvers<TestSubscription>()
    service.state.fault = () => (response, request) => {
      service.state.fault = undefined
      void subscribe(server, service, ada)
        .finally(() => respondWith(status, headers)(response, request))
        .then(renewed.resolve, renewed.reject)
    }
    await say('hello')
    await deliver(server)
    return renewed.promise
  }

  test.each([404, 410])('the status %i of an endpoint that was replaced leaves the subscription', async (status) => {
    const { keys, received } = await renewDuringPush(status)
    expect([await devices(), (await readSettings(server, ada)).endpoint]).toEqual([1, keys.endpoint])
    server.clock.advance({ minutes: 1 })
    await deliver(server)
    expect(received.map(({ message }) => message.notification.body)).toEqual(['hello'])
  })

  test('a pause that a replaced endpoint requests is none of the next one', async () => {
    await renewDuringPush(429, { 'Retry-After': '3600' })
    const { rows } = await sql`select paused_until from push_subscriptions`.execute(server.db)
    expect(rows).toEqual([{ paused_until: null }])
  })

  test('a rejection of an endpoint that was replaced does not count for the next one', async () => {
    await renewDuringPush(403)
    const { rows } = await sql`select rejections from push_subscriptions`.execute(server.db)
    expect(rows).toEqual([{ rejections: 0 }])
  })

  test.each<[string, Fault]>([
    ['429', respondWith(429)],
    ['500', respondWith(500)],
    ['503', respondWith(503)],
    ['no response', hang],
    ['a closed connection', disconnect],
  ])('%s is retried after 30 s, and then twice as long each time', async (_, fault) => {
    failWith(fault)
    await say('hello')
    await deliver(server, SHORT_MS)
    const first = await secondsLeft()
    expect(first).toBeGreaterThanOrEqual(30)
    expect(first).toBeLessThan(40)
    const { requests } = service.state
    await deliver(server)
    expect(service.state.requests).toBe(requests)
    server.clock.advance({ seconds: 40 })
    await deliver(server, SHORT_MS)
    expect(await secondsLeft()).toBeGreaterThanOrEqual(60)
    service.state.fault = undefined
    server.clock.advance({ seconds: 80 })
    await deliver(server)
    expect(browser.received.map(({ message }) => message.notification.body)).toEqual(['hello'])
    expect([await devices(), await pending()]).toEqual([1, []])
  })

  test('a Retry-After pauses all pushes to the subscription', async () => {
    failWith(respondWith(429, { 'retry-after': '600' }))
    await say('hello')
    await deliver(server)
    expect(await secondsLeft()).toBe(600)
    service.state.fault = undefined
    await server.post('/api/user/follow', { follower: bo.name, followee: ada.name }, { as: bo })
    await deliver(server)
    expect(browser.received).toEqual([])
    server.clock.advance({ seconds: 600 })
    await deliver(server)
    expect(browser.received).toHaveLength(2)
  })

  test('a Retry-After is limited to six hours, and may be a date', async () => {
    failWith(respondWith(503, { 'retry-after': new Date(Date.now() + 9e9).toUTCString() }))
    await say('hello')
    await deliver(server)
    expect(await secondsLeft()).toBe(6 * 3600)
  })

  test('a push that is too large is sent again at once, in its shortest form', async () => {
    failWith((response, request) => {
      service.state.fault = undefined
      respondWith(413)(response, request)
    })
    await say('hello')
    await deliver(server)
    expect(browser.received.map(({ message }) => message.flipside)).toEqual([
      { kind: 'message', member: ada.name, path: `/dm/${bo.name}` },
    ])
  })

  test('five rejections in a row end the subscription, and no rejection is retried', async () => {
    failWith(respondWith(403))
    for (let turn = 1; turn <= 5; turn++) {
      expect(await devices()).toBe(1)
      await say(`${turn}`)
      await deliver(server)
      expect(await pending()).toEqual([])
    }
    expect(await devices()).toBe(0)
  })

  test('an accepted push forgives earlier rejections', async () => {
    for (let turn = 1; turn <= 12; turn++) {
      service.state.fault = turn % 4 === 0 ? undefined : () => respondWith(400)
      await say(`${turn}`)
      await deliver(server)
    }
    expect([await devices(), browser.received.length]).toEqual([1, 3])
  })

  test('a redirect is not followed, wherever it leads', async () => {
    const requested: string[] = []
    const target = createServer((request, response) => {
      requested.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
    onTestFinished(() => void target.close())
    const { port } = target.address() as AddressInfo
    for (const status of [301, 302, 307, 308]) {
      failWith(respondWith(status, { location: `http://127.0.0.1:${port}/secret` }))
      await say('hello')
      await deliver(server)
    }
    expect([requested, await pending()]).toEqual([[], []])
  })

  test('a response without end is accepted by its status, and its connection is closed', async () => {
    const closed = new Promise((resolve) =>
      failWith((response, request) => {
        response.on('close', resolve)
        respondForever(response, request)
      }),
    )
    await say('hello')
    await deliver(server)
    await closed
    expect([browser.received.length, await pending()]).toEqual([0, []])
  })
})

/** Makes connections' name look-ups resolve to the given address. */
function leadTo(address: string): void {
  const real = dns.lookup
  const found = (_: string, __: object, callback: (error: null, all: object) => void) =>
    callback(null, [{ address, family: 4 }])
  dns.lookup = Object.assign(found as unknown as typeof dns.lookup, { __promisify__: real.__promisify__ })
  syncBuiltinESMExports()
  onTestFinished(() => {
    dns.lookup = real
    syncBuiltinESMExports()
  })
}

test('a public name that resolves to a private address is not connected to', async () => {
  const { keys } = service.subscribe()
  const query = { user: ada.name, ...keys, endpoint: 'https://push.example:9/x' }
  expect((await server.post('/api/user/subscribe-push', query, { as: ada })).status).toBe(200)
  leadTo('127.0.0.1')
  await say('hello')
  await deliver(server)
  expect(await pending()).toEqual([])
  expect(server.lines.join('')).toContain('PrivateAddress')
})

test('with another SECRET_KEY nothing is sent, nothing is lost, and an error is logged', async () => {
  await say('hello')
  const { secretKey } = server.config
  Object.assign(server.config, { secretKey: 'another key of more than 32 characters!' })
  await deliver(server)
  expect(await secondsLeft()).toBe(600)
  expect(server.lines.join('')).toContain('SECRET_KEY has changed')
  Object.assign(server.config, { secretKey })
  server.clock.advance({ seconds: 600 })
  await deliver(server)
  expect(browser.received).toHaveLength(1)
})

test('the pushes of a process that was killed are sent by another one when their leases end', async () => {
  await say('hello')
  // Taken, and never finished.
  await sql`update pushes set leased_until = ${new Date(server.clock.now().getTime() + 60_000)}`.execute(server.db)
  await deliver(server)
  expect(browser.received).toEqual([])
  server.clock.advance({ seconds: 60 })
  await deliver(server)
  expect(browser.received).toHaveLength(1)
})

test('no endpoint and no text of a member is logged', async () => {
  await say('a very private text')
  failWith(respondWith(500))
  await deliver(server)
  server.clock.advance({ minutes: 1 })
  service.state.fault = undefined
  await deliver(server)
  const log = server.lines.join('')
  expect(log).toContain('outcome=sent')
  expect(log).not.toContain('private text')
  expect(log).not.toContain(new URL(browser.keys.endpoint).pathname)
  expect(log).not.toContain(browser.keys.auth)
})
