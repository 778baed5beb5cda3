import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { makeMembers } from '#tests/support/members.ts'
import { hang, startPushService, type TestSubscription } from '#tests/support/push-service.ts'
import { addDevices, deliver, pushWorld, subscribe } from '#tests/support/push-world.ts'
import type { TestMember } from '#tests/support/test-server.ts'
import { takePushes } from './due-pushes.ts'

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

test('a member with many devices occupies eight places of a process', async () => {
  const state = hangDevices()
  await say(senders[0] ?? bo, ada)
  await deliver(server)
  expect(state.most).toBe(8)
})

test('the pushes of a member beyond its places use up nothing of the share of their push service', async () => {
  // A hundred pushes to one push service, due longer than that of bo.
  for (const sender of senders) await say(sender, ada)
  server.clock.advance({ seconds: 1 })
  await say(ada, bo)
  const places = { max: 64, hostMax: 32, memberMax: 8, hosts: new Map(), members: new Map() }
  const taken = await takePushes(server.db, places, server.clock.now())
  expect(taken.filter(({ memberId }) => memberId === ada.id)).toHaveLength(8)
  expect(taken.filter(({ memberId }) => memberId === bo.id)).toHaveLength(1)
})

test('a push service that does not respond delays no other one', async () => {
  const stuck = await startPushService()
  onTestFinished(() => stuck.stop())
  stuck.state.fault = () => hang
  service.state.fault = undefined
  Object.assign(server.config, { pushAllowed: { urls: [`${service.url}/`, `${stuck.url}/`], isAnyPublic: false } })
  const members = await makeMembers(server, ...Array.from({ length: 24 }, (_, place) => `stuck${place}`))
  for (const member of members) {
    await subscribe(server, stuck, member)
    await say(ada, member)
  }
  server.clock.advance({ seconds: 1 })
  await say(ada, bo)
  const startedAt = performance.now()
  const delivery = deliver(server, { max: 12, hostMax: 6, memberMax: 8 })
  await expect.poll(() => other.received.length, { interval: 5, timeout: 5000 }).toBe(1)
  const took = performance.now() - startedAt
  await delivery
  // The others take 400 ms for each six of them.
  expect(took).toBeLessThan((performance.now() - startedAt) / 4)
})

test('the devices of a member receive everything when their push service responds', async () => {
  service.state.fault = undefined
  for (const sender of senders) await say(sender, ada)
  await deliver(server)
  expect(devices.map(({ received }) => received.length)).toEqual(devices.map(() => senders.length))
})
