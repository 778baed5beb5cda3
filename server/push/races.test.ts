import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Tx } from '#server/db/open.ts'
import { waitForLock } from '#tests/support/database.ts'
import { makeMembers } from '#tests/support/members.ts'
import type { TestSubscription } from '#tests/support/push-service.ts'
import { addDevices, deliver, pushWorld, readSettings, subscribe } from '#tests/support/push-world.ts'
import type { TestMember } from '#tests/support/test-server.ts'

const { server, service } = await pushWorld()
let round = 0
let ada: TestMember
let bo: TestMember
let browser: TestSubscription

beforeEach(async () => {
  round++
  const [one, two] = await makeMembers(server, `ada${round}`, `bo${round}`)
  if (one === undefined || two === undefined) throw new Error('Two members are needed.')
  ;[ada, bo] = [one, two]
  service.state.fault = undefined
  browser = await subscribe(server, service, ada)
})

const say = (message: string) =>
  server.post('/api/send-direct-message', { user: bo.name, recipient: ada.name, message }, { as: bo })
const readBodies = () => browser.received.map(({ message }) => message.notification.body)
const pending = async () => (await sql`select from pushes`.execute(server.db)).rows.length

test('of several processes that send at the same time, each push is sent by one', async () => {
  const devices = [browser, ...(await addDevices(server, service, ada, 15))]
  for (const follower of await makeMembers(server, ...Array.from({ length: 5 }, (_, place) => `cy${round}x${place}`)))
    await server.post('/api/user/follow', { follower: follower.name, followee: ada.name }, { as: follower })
  await Promise.all(Array.from({ length: 4 }, () => deliver(server)))
  expect(devices.map(({ received }) => received.length)).toEqual(devices.map(() => 5))
  expect(await pending()).toBe(0)
})

test('a transaction that changes a push delays no other push', async () => {
  const other = await subscribe(server, service, bo)
  await say('hello')
  await server.post('/api/send-direct-message', { user: ada.name, recipient: bo.name, message: 'hello' }, { as: ada })
  await server.db.transaction().execute(async (tx) => {
    await sql`update activity set id = default where member_id = ${ada.id}`.execute(tx)
    await deliver(server)
    expect([browser.received.length, other.received.length]).toEqual([0, 1])
  })
  await deliver(server)
  expect([browser.received.length, other.received.length]).toEqual([1, 1])
})

/**
 * Lets a transaction run while a push is in flight: it responds, and ends when it is waited for.
 */
function runDuringPush(run: (tx: Tx, respond: () => void) => Promise<void>): Promise<void> {
  const ended = Promise.withResolvers<void>()
  service.state.fault = () => (response) => {
    service.state.fault = undefined
    const respond = () => void response.writeHead(201).end()
    server.db
      .transaction()
      .execute((tx) => run(tx, respond))
      .then(ended.resolve, ended.reject)
  }
  return ended.promise
}

test('a cause that commits while its push is finished is pushed after it', async () => {
  await say('one')
  const committed = runDuringPush(async (tx, respond) => {
    await sql`update messages set body = 'two' where recipient_id = ${ada.id}`.execute(tx)
    await sql`update activity set id = default where member_id = ${ada.id}`.execute(tx)
    respond()
    await waitForLock(server.db)
  })
  await Promise.all([deliver(server), committed])
  expect([readBodies(), await pending()]).toEqual([['two'], 0])
})

test('a push that is finished while its row is locked for another reason is not sent again', async () => {
  await say('one')
  const { requests } = service.state
  const ended = runDuringPush(async (tx, respond) => {
    await sql`select from pushes for update`.execute(tx)
    respond()
    await waitForLock(server.db)
  })
  await Promise.all([deliver(server), ended])
  expect([service.state.requests - requests, await pending()]).toEqual([1, 0])
})

test('a push whose row is locked while it is finished delays no other push', async () => {
  await subscribe(server, service, bo)
  await say('hello')
  await server.post('/api/send-direct-message', { user: ada.name, recipient: bo.name, message: 'hello' }, { as: ada })
  const locked = Promise.withResolvers<void>()
  const ended = server.db.transaction().execute(async (tx) => {
    const responded = Promise.withResolvers<void>()
    const paths = { ada: new URL(browser.keys.endpoint).pathname }
    service.state.fault = (path) => (response) => {
      const respond = () => void response.writeHead(201).end()
      if (path !== paths.ada) return void locked.promise.then(respond)
      void sql`select from pushes join push_subscriptions on id = subscription_id
        where member_id = ${ada.id} for update of pushes`
        .execute(tx)
        .then(respond)
        .then(responded.resolve)
    }
    const delivery = deliver(server)
    await responded.promise
    await waitForLock(server.db)
    locked.resolve()
    await expect.poll(pending).toBe(1)
    return { delivery }
  })
  await (await ended).delivery
  expect(await pending()).toBe(0)
})

test('a sign-out deletes the subscription of the session with its pushes at once', async () => {
  await say('hello')
  expect(await pending()).toBe(1)
  await server.post('/api/user/logout', {}, { as: ada })
  const { rows } = await sql`select from push_subscriptions where member_id = ${ada.id}`.execute(server.db)
  expect([rows.length, await pending()]).toEqual([0, 0])
})

test('an ended session of another device ends its subscription', async () => {
  const [other] = await addDevices(server, service, ada, 1)
  const before = (await readSettings(server, ada)).devices.length
  await sql`delete from sessions where id = (select session_id from push_subscriptions
    where endpoint = ${other?.keys.endpoint})`.execute(server.db)
  expect([before, (await readSettings(server, ada)).devices.length]).toEqual([2, 1])
})
