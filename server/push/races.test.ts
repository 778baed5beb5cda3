import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
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

test('a cause that commits while its push is finished is pushed after it', async () => {
  await say('one')
  const committed = Promise.withResolvers<void>()
  service.state.fault = () => (response) => {
    service.state.fault = undefined
    void server.db
      .transaction()
      .execute(async (tx) => {
        await sql`update messages set body = 'two' where recipient_id = ${ada.id}`.execute(tx)
        await sql`update activity set id = default where member_id = ${ada.id}`.execute(tx)
        response.writeHead(201).end()
        // The row is locked: it is finished when this transaction ends.
        await expect
          .poll(async () => (await sql`select from pg_locks where not granted`.execute(server.db)).rows.length)
          .toBeGreaterThan(0)
      })
      .then(committed.resolve, committed.reject)
  }
  await deliver(server)
  await committed.promise
  expect([readBodies(), await pending()]).toEqual([['two'], 0])
})

test('a push that is finished while its row is locked for another reason is not sent again', async () => {
  await say('one')
  service.state.fault = () => (response) => {
    service.state.fault = undefined
    void server.db
      .transaction()
      .execute(async (tx) => {
        await sql`select from pushes for update`.execute(tx)
        browser.received.length = 0
        response.writeHead(201).end()
        await expect
          .poll(async () => (await sql`select from pg_locks where not granted`.execute(server.db)).rows.length)
          .toBeGreaterThan(0)
        throw new Error('rolled back')
      })
      .catch(() => {})
  }
  await deliver(server)
  expect([readBodies(), await pending()]).toEqual([[], 0])
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
