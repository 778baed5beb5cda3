import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { startDebianPostgres } from '#tests/support/debian-postgres.ts'
import { findDebianPostgres } from '#tests/support/debian-programs.ts'
import { makeMembers } from '#tests/support/members.ts'
import { testServer } from '#tests/support/test-server.ts'

/*
 * A primary whose synchronous standby is away stores commits locally, and they wait. A write must
 * not be acknowledged before the standby has stored it: a failover would lose it.
 */

const programs = findDebianPostgres()
const postgres = programs === undefined ? undefined : await startDebianPostgres({ programs })
afterAll(() => postgres?.stop())

/** Starts a server, and a message whose commit waits for a standby that has left. */
async function startWithoutStandby(skip: (reason: string) => never) {
  if (postgres === undefined) return skip("Debian's PostgreSQL is not installed")
  const database = `test_${crypto.randomUUID().slice(0, 8)}`
  await postgres.query(`create database ${database}`)
  const address = { host: postgres.folder, port: postgres.port, user: 'postgres', database }
  const db = await openDatabase(address, { poolSize: 1, onIdleError: () => {} })
  await migrate(db)
  await db.destroy()
  const server = await testServer({ database: address })
  const [ada] = await makeMembers(server, 'ada', 'bo')
  const query = { user: 'ada', recipient: 'bo', message: 'Hi', client_id: crypto.randomUUID() }
  const send = () => server.post('/api/send-direct-message', query, { ...(ada && { as: ada }) })
  /** Resolves when a process waits, and calls a PostgreSQL function with it. */
  const interrupt = async (wait: 'SyncRep' | 'relation', call: string) => {
    const find = `select ${call}(pid) from pg_stat_activity where wait_event = '${wait}' and datname = '${database}'`
    await expect.poll(async () => (await postgres.query(find)).length).toBeGreaterThan(0)
  }
  const blocker = new pg.Client(address)
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('lock table messages in share mode')
  const sent = send()
  await interrupt('relation', 'abs')
  await postgres.configure({ synchronous_standby_names: 'standby' })
  await blocker.end()
  return {
    send,
    sent,
    interrupt,
    countMessages: async () => (await server.db.selectFrom('messages').select('id').execute()).length,
    returnStandby: () => postgres.configure({ synchronous_standby_names: '' }),
  }
}

test('a write is not acknowledged when its wait for the standby is cancelled', async ({ skip }) => {
  const { send, sent, countMessages, interrupt, returnStandby } = await startWithoutStandby(skip)
  await interrupt('SyncRep', 'pg_cancel_backend')
  const { status, headers } = await sent
  await returnStandby()
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  expect((await send()).status).toBe(200)
  expect(await countMessages()).toBe(1)
})

test('a repeated write is acknowledged when the standby has stored the first one', async ({ skip }) => {
  const { send, sent, countMessages, interrupt, returnStandby } = await startWithoutStandby(skip)
  await interrupt('SyncRep', 'pg_terminate_backend')
  expect((await sent).status).toBe(503)
  expect(await countMessages()).toBe(1)
  const repeated = send().then(({ status }) => status)
  const waiting = interrupt('SyncRep', 'abs').then(() => 'waits for the standby')
  const first = await Promise.race([repeated, waiting])
  await returnStandby()
  expect([first, await repeated, await countMessages()]).toEqual(['waits for the standby', 200, 1])
})
