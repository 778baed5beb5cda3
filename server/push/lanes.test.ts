import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeMembers } from '#tests/support/members.ts'
import { hang, startPushService, type TestSubscription } from '#tests/support/push-service.ts'
import { addDevices, deliver, pushWorld, subscribe } from '#tests/support/push-world.ts'
import type { TestMember } from '#tests/support/test-server.ts'
import type * as duePushes from './due-pushes.ts'
import type { LaneLimits } from './lanes.ts'
import { sendDuePushes } from './send-pushes.ts'

/** How long a batch takes after it was read, in ms. */
const taking = vi.hoisted(() => ({ ms: 0 }))
vi.mock('./due-pushes.ts', async (load) => {
  const original = await load<typeof duePushes>()
  const takePushes: typeof original.takePushes = async (...batch) => {
    const pushes = await original.takePushes(...batch)
    if (taking.ms > 0) await wait(taking.ms)
    return pushes
  }
  return { ...original, takePushes }
})

const { server, service } = await pushWorld()
const [ada, bo, ...senders] = (await makeMembers(server, 'ada', 'bo', 'cy', 'dee', 'eve', 'fay', 'gus')) as [
  TestMember,
  TestMember,
  ...TestMember[],
]

let devices: readonly TestSubscription[]
let other: TestSubscription

beforeEach(async () => {
  await server.db.deleteFrom('push_subscriptions').execute()
  devices = await addDevices(server, service, ada, 20)
  other = await subscribe(server, service, bo)
})

const say = (from: TestMember, to: TestMember) =>
  server.post('/api/send-direct-message', { user: from.name, recipient: to.name, message: 'hello' }, { as: from })

/** Lets the pushes to a member's devices hang, and counts them. */
function hangDevices() {
  const paths = new Set(devices.map(({ keys }) => new URL(keys.endpoint).pathname))
  const state = { inFlight: 0, most: 0 }
  service.state.fault = (path) =>
    paths.has(path)
      ? (response) => {
          state.inFlight++
          state.most = Math.max(state.most, state.inFlight)
          response.on('close', () => state.inFlight--)
        }
      : undefined
  return state
}

const LIMITS: LaneLimits = { max: 24, batchMax: 4, hostShare: 16, memberShare: 8 }

/** Sends due pushes, without a time limit for a response, until the returned function is called. */
function startDelivery(): () => Promise<void> {
  const stopping = new AbortController()
  const delivery = sendDuePushes(server.services, stopping.signal, { timeoutMs: 60_000, limits: LIMITS })
  return () => {
    stopping.abort()
    return delivery
  }
}

test('a member whose devices do not respond occupies eight places and delays no other', async () => {
  const state = hangDevices()
  await say(senders[0] ?? bo, ada)
  const stop = startDelivery()
  await expect.poll(() => state.inFlight).toBe(8)
  await say(ada, bo)
  await expect.poll(() => other.received.length).toBe(1)
  await stop()
  expect(state.most).toBe(8)
})

test('a push service that does not respond delays no other one', async () => {
  const stuck = await startPushService()
  onTestFinished(() => stuck.stop())
  stuck.state.fault = () => hang
  service.state.fault = undefined
  Object.assign(server.config, { pushAllowed: { urls: [`${service.url}/`, `${stuck.url}/`], isAnyPublic: false } })
  const members = await makeMembers(server, ...Array.from({ length: 40 }, (_, place) => `stuck${place}`))
  for (const member of members) {
    await subscribe(server, stuck, member)
    await say(ada, member)
  }
  server.clock.advance({ seconds: 1 })
  await say(ada, bo)
  const stop = startDelivery()
  await expect.poll(() => other.received.length).toBe(1)
  // They were taken before, and may arrive later.
  await expect.poll(() => stuck.state.requests).toBe(16)
  await stop()
  expect(stuck.state.requests).toBe(16)
})

test('the devices of a member receive everything when their push service responds', async () => {
  service.state.fault = undefined
  for (const sender of senders) await say(sender, ada)
  await deliver(server)
  expect(devices.map(({ received }) => received.length)).toEqual(devices.map(() => senders.length))
})

test('pushes that a batch leaves out are sent, also if all others end while it is read', async () => {
  service.state.fault = undefined
  onTestFinished(() => {
    taking.ms = 0
  })
  taking.ms = 300
  await say(senders[0] ?? bo, ada)
  // The member is left out while the first eight of twenty are in flight.
  const limits = { ...LIMITS, batchMax: 8 }
  await sendDuePushes(server.services, new AbortController().signal, { timeoutMs: 30_000, limits })
  expect(devices.map(({ received }) => received.length)).toEqual(devices.map(() => 1))
})
