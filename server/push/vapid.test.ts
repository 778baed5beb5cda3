import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { commands } from '#server/admin/commands.ts'
import { findSecretKey } from '#server/config/secret-key.ts'
import { waitForLock } from '#tests/support/database.ts'
import { makeMembers } from '#tests/support/members.ts'
import type { TestSubscription } from '#tests/support/push-service.ts'
import { addDevices, deliver, pushWorld, readSettings, subscribe } from '#tests/support/push-world.ts'
import type { TestMember, TestServer } from '#tests/support/test-server.ts'
import { getVapidKeys, rotateVapidKeys } from './vapid.ts'

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
const getKeys = ({ db, config, clock }: TestServer = server) => getVapidKeys(db, config, clock.now())
const rotate = ({ db, config, clock }: TestServer = server) =>
  db.transaction().execute((tx) => rotateVapidKeys(tx, config, clock.now()))
const rotateByCommand = (config = server.config) =>
  commands['rotate-push-keys']?.run({ db: server.db, config, log: server.services.log, argument: '' })
const countRows = async () =>
  (
    await sql<{ subscriptions: number; pushes: number }>`select
      (select count(*) from push_subscriptions) as subscriptions, (select count(*) from pushes) as pushes`.execute(
      server.db,
    )
  ).rows[0]

test('processes that start at the same time have one key pair, with an encrypted private key', async () => {
  const { server: fresh } = await pushWorld()
  const keys = await Promise.all(Array.from({ length: 8 }, () => getKeys(fresh)))
  expect(new Set(keys.map((pair) => pair?.privateKey)).size).toBe(1)
  const stored = await fresh.db.selectFrom('vapid_keys').selectAll().executeTakeFirstOrThrow()
  expect(stored.private_key.includes(keys[0]?.privateKey ?? '')).toBe(false)
  const other = { ...fresh.config, secretKey: 'another key of more than 32 characters!' }
  expect(await getVapidKeys(fresh.db, other, fresh.clock.now())).toBe(undefined)
  expect(await getKeys(fresh)).toEqual(keys[0])
})

test('the command replaces the keys, ends subscriptions with their pushes, and is in the log', async () => {
  await say('hello')
  const former = (await getKeys())?.publicKey
  expect(await rotateByCommand()).toMatch(/^Web Push has new keys\. \d+ subscriptions? ha(?:s|ve) ended/)
  expect(await countRows()).toEqual({ subscriptions: 0, pushes: 0 })
  const settings = await readSettings(server, ada)
  expect([settings.endpoint, settings.public_key === former]).toEqual(['', false])
  expect(await server.db.selectFrom('audit_log').select(['action', 'detail']).execute()).toEqual([
    { action: 'push_keys_rotated', detail: expect.stringMatching(/^\d+ subscriptions$/) },
  ])
  const renewed = await subscribe(server, service, ada)
  await say('again')
  await deliver(server)
  expect([browser.received.length, renewed.received.length, service.problems]).toEqual([0, 1, []])
})

test('a device that was turned off from another one is still off after a rotation', async () => {
  const [dot = ada] = await makeMembers(server, 'dot')
  await subscribe(server, service, dot)
  const [{ id }] = (await readSettings(server, dot)).devices
  await server.post('/api/user/unsubscribe-push', { user: 'dot', device: id }, { as: dot })
  await rotate()
  expect(await readSettings(server, dot)).toMatchObject({ endpoint: '', is_turned_off: true })
  await server.db.deleteFrom('push_subscriptions').execute()
})

test('a process that is sending signs with the new keys what is caused after the rotation', async () => {
  const renewed = Promise.withResolvers<TestSubscription>()
  service.state.fault = () => (response) => {
    service.state.fault = undefined
    const renew = async () => {
      await rotate()
      const subscription = await subscribe(server, service, ada)
      await say('with new keys')
      response.writeHead(201).end()
      return subscription
    }
    renewed.resolve(renew())
  }
  await say('with former keys')
  await deliver(server)
  const { received } = await renewed.promise
  expect(received.map(({ message }) => message.notification.body)).toEqual(['with new keys'])
  expect([service.problems, (await countRows())?.pushes]).toEqual([[], 0])
})

test('a rotation and the creation of the first pair leave one pair, which all read', async () => {
  const { server: fresh } = await pushWorld()
  await Promise.all([getKeys(fresh), getKeys(fresh), rotate(fresh), getKeys(fresh), rotate(fresh), getKeys(fresh)])
  const { rows } = await sql<{ public_key: string }>`select public_key from vapid_keys`.execute(fresh.db)
  expect(rows).toHaveLength(1)
  expect((await getKeys(fresh))?.publicKey).toBe(rows[0]?.public_key)
})

test('a pair that another transaction creates at the same time is the one that is used', async () => {
  const { server: fresh } = await pushWorld()
  const { keys } = await fresh.db.transaction().execute(async (tx) => {
    await rotateVapidKeys(tx, fresh.config, fresh.clock.now())
    const waiting = getKeys(fresh)
    await waitForLock(fresh.db)
    const { public_key } = await tx.selectFrom('vapid_keys').select('public_key').executeTakeFirstOrThrow()
    return { keys: [public_key, waiting] as const }
  })
  expect((await keys[1])?.publicKey).toBe(keys[0])
})

test('a rotation and a transaction that locks subscriptions do not wait for each other', async () => {
  await addDevices(server, service, ada, 1)
  const ids = (await server.db.selectFrom('push_subscriptions').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )
  const lock = (id: number | undefined) => sql`select from push_subscriptions where id = ${id} for key share`
  const rotation = await server.db.transaction().execute(async (tx) => {
    await lock(ids.at(-1)).execute(tx)
    const rotating = rotate()
    await waitForLock(server.db)
    await lock(ids[0]).execute(tx)
    return { rotating }
  })
  expect(await rotation.rotating).toBe(ids.length)
})

test('a rotation among messages, subscriptions and deliveries fails none of them', async () => {
  const senders = await makeMembers(server, ...Array.from({ length: 6 }, (_, place) => `cy${round}x${place}`))
  const work = senders.map(async (sender) => {
    const statuses: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      const subscription = service.subscribe().keys
      const responses = await Promise.all([
        server.post('/api/user/subscribe-push', { user: sender.name, ...subscription }, { as: sender }),
        server.post(
          '/api/send-direct-message',
          { user: sender.name, recipient: ada.name, message: 'x' },
          { as: sender },
        ),
        server.post('/api/send-direct-message', { user: ada.name, recipient: sender.name, message: 'x' }, { as: ada }),
      ])
      statuses.push(...responses.map(({ status }) => status))
    }
    return statuses
  })
  const rotations = (async () => {
    for (let turn = 0; turn < 5; turn++) await rotate()
  })()
  const [, , ...statuses] = await Promise.all([rotations, deliver(server), ...work])
  expect(new Set(statuses.flat())).toEqual(new Set([200]))
  service.problems.length = 0
})

test('without the SECRET_KEY of an encrypted pair nothing is replaced', async () => {
  const former = await getKeys()
  // With DATABASE_URL there is no file with a key.
  const config = { ...server.config, secretKey: null, databaseUrl: 'postgres://db.example/flipside' }
  await expect(rotateByCommand(config)).rejects.toThrow('set SECRET_KEY as the server has it')
  expect([await getKeys(), (await countRows())?.subscriptions]).toEqual([former, expect.any(Number)])
  expect((await readSettings(server, ada)).endpoint).toBe(browser.keys.endpoint)
})

test('the command encrypts with the key in DATA_DIR, as the server does', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'flipside-vapid-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const config = { ...server.config, secretKey: null, databaseUrl: null, dataDir }
  await rotateByCommand(config)
  const { is_encrypted } = await server.db.selectFrom('vapid_keys').selectAll().executeTakeFirstOrThrow()
  const keys = await getVapidKeys(server.db, { secretKey: findSecretKey(config) }, server.clock.now())
  expect([is_encrypted, keys?.publicKey]).toEqual([true, expect.stringMatching(/^B[\w-]{86}$/)])
  expect(await getKeys()).toBe(undefined)
  await rotate()
})
