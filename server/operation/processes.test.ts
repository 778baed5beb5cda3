import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Services } from '#server/http/api.ts'
import { VERSION } from '#server/http/version.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { deleteProcess, listProcesses, storeHeartbeat } from './processes.ts'

/** Returns the services of another process that shares the database of `server`. */
const beside = ({ services }: TestServer, port: number): Services => ({
  ...services,
  config: { ...services.config, commit: 'other', databasePoolSize: 4 },
  port: () => port,
  readPool: () => ({ total: 3, idle: 1, waiting: 7 }),
})

const age = ({ db }: TestServer, id: string, interval: string) =>
  sql`update server_processes set seen_at = now() - ${interval}::interval where id = ${id}`.execute(db)

const listIds = async (server: TestServer) =>
  (await server.db.selectFrom('server_processes').select('id').execute()).map(({ id }) => id)

test('admins see each process that shares the database, and which one has responded', async () => {
  const server = await testServer()
  const admin = await server.signUp('ada')
  await sql`update members set is_admin = true where id = ${admin.id}`.execute(server.db)
  const id = randomUUID()
  await storeHeartbeat(beside(server, 65_000), id)
  const { body } = await server.get('/api/admin/server', {}, { as: admin })
  const common = { host: hostname().slice(0, 64), pid: process.pid, version: VERSION, is_silent: false }
  expect(body.processes).toMatchObject([
    { ...common, port: server.services.port(), commit: server.config.commit, is_responding: true },
    { ...common, id, port: 65_000, commit: 'other', is_responding: false },
  ])
  expect(body.processes[0].pool_size).toBe(server.config.databasePoolSize)
  expect(body.processes[0].connections).toBeGreaterThan(0)
  expect(body.processes[1]).toMatchObject({ connections: 3, idle_connections: 1, waiting: 7, pool_size: 4 })
})

test('a process is silent 90 s after its last heartbeat, and listed for an hour', async () => {
  const server = await testServer()
  const [own, other] = [randomUUID(), randomUUID()]
  await storeHeartbeat(beside(server, 65_000), other)
  const read = async () => (await listProcesses(server.services, own)).filter(({ id }) => id === other)
  await age(server, other, '89 seconds')
  expect(await read()).toMatchObject([{ is_silent: false }])
  await age(server, other, '91 seconds')
  expect(await read()).toMatchObject([{ is_silent: true }])
  await age(server, other, '61 minutes')
  expect(await read()).toEqual([])
  await storeHeartbeat(beside(server, 65_000), other)
  expect(await read()).toMatchObject([{ is_silent: false }])
})

test('a heartbeat updates the pool, and deletes what has no process any more', async () => {
  const server = await testServer()
  const [own, replaced, outdated, silent, stopped] = Array.from({ length: 5 }, () => randomUUID())
  if (!own || !replaced || !outdated || !silent || !stopped) throw new Error('Not made.')
  await storeHeartbeat(server.services, replaced)
  for (const [id, port] of [
    [outdated, 1],
    [silent, 2],
    [stopped, 3],
  ] as const)
    await storeHeartbeat(beside(server, port), id)
  await age(server, replaced, '2 minutes')
  await age(server, silent, '2 minutes')
  await age(server, outdated, '2 hours')
  await deleteProcess(server.db, stopped)
  await storeHeartbeat(server.services, own)
  await storeHeartbeat({ ...server.services, readPool: () => ({ total: 9, idle: 0, waiting: 5 }) }, own)
  expect((await listIds(server)).toSorted()).toEqual([own, silent].toSorted())
  const row = await server.db.selectFrom('server_processes').selectAll().where('id', '=', own).executeTakeFirst()
  expect(row).toMatchObject({ connections: 9, idle_connections: 0, waiting: 5 })
})

test('counts and slow statements are those of all processes, also of a former version', async () => {
  const server = await testServer()
  const admin = await server.signUp('ada')
  await sql`update members set is_admin = true where id = ${admin.id}`.execute(server.db)
  const { metrics } = server.services
  metrics.countMail('reset_password', 'sent')
  metrics.countSlowQuery('select slow', 1200.4)
  const other = createMetrics()
  other.countMail('reset_password', 'sent')
  other.countMail('confirm_email', 'failed')
  other.countPush('like', 'sent')
  other.countRelay('lastfm', 'accepted', 3)
  other.observeRequest({ method: 'GET', route: '/api/x', status: 429, seconds: 0.1 })
  other.countSlowQuery('select slow', 3000)
  other.countSlowQuery('select other', 1500)
  await storeHeartbeat({ ...beside(server, 1), metrics: other }, randomUUID())
  const former = randomUUID()
  await storeHeartbeat(beside(server, 2), former)
  await sql`update server_processes set counts = default where id = ${former}`.execute(server.db)
  const { body } = await server.get('/api/admin/server', {}, { as: admin })
  expect(body).toMatchObject({
    mails: [
      { name: 'sent', count: 2 },
      { name: 'failed', count: 1 },
    ],
    pushes: [{ name: 'sent', count: 1 }],
    relays: [{ name: 'accepted', count: 3 }],
    limited: [{ name: '/api/x', count: 1 }],
    slow_statements: [
      { statement: 'select slow', count: 2, longest_ms: 3000 },
      { statement: 'select other', count: 1, longest_ms: 1500 },
    ],
  })
  expect(body.processes).toHaveLength(3)
  expect(body.processes[0]).not.toHaveProperty('counts')
})

test('of more than a hundred processes the ones seen last are listed', async () => {
  const server = await testServer()
  await storeHeartbeat(beside(server, 1), randomUUID())
  await sql`insert into server_processes select gen_random_uuid(), host, pid, 2, version, commit, started_at,
    now() - interval '1 minute', connections, idle_connections, waiting, pool_size
    from server_processes, generate_series(1, 120)`.execute(server.db)
  const listed = await listProcesses(server.services, randomUUID())
  expect(listed).toHaveLength(100)
  expect(listed.filter(({ port }) => port !== 2)).toHaveLength(2)
})
