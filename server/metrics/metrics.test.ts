import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { JOB_TABLE } from '#server/db/job-schema.ts'
import { createBoss } from '#server/queue/boss.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { addProcessMetrics, createMetrics } from './metrics.ts'
import { addQueueMetrics } from './queues.ts'
import { serveMetrics } from './serve.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer({ settings: { trustedProxies: 1, logFormat: 'json' } })
})

const render = () => server.services.metrics.render()

test('requests are counted by route, method and status, never by a path with a name', async () => {
  await server.get('/api/get-broadcasts', { limit: 5 })
  await server.get('/1/user/somebody/listens')
  await server.request('BREW', '/api/get-broadcasts')
  const text = await render()
  expect(text).toContain('flipside_http_requests_total{method="GET",route="/api/get-broadcasts",status="200"} 1')
  expect(text).toMatch(/method="other"/)
  expect(text).not.toContain('somebody')
})

test('the port of the metrics serves them and nothing else', async () => {
  addProcessMetrics(server.services.metrics, {
    readPool: () => ({ total: 5, idle: 3, waiting: 1 }),
    isDatabaseAway: () => false,
    version: '1.2.3',
    commit: '968d0cba',
    findBackupTime: () => undefined,
  })
  addQueueMetrics(server.services.metrics, { db: server.db, isDatabaseAway: () => false })
  const member = await makeMember(server, 'ada')
  const row = { member_id: member.id, listened_at: new Date(), artist: 'A', title: 'B', error: null }
  await server.db.insertInto('scrobble_inbox').values(row).execute()
  const boss = createBoss(server.db)
  await boss.send('update-similar-taste', null)
  await sql`update ${sql.raw(JOB_TABLE)} set state = 'failed', completed_on = now()`.execute(server.db)
  await boss.send('update-similar-taste', null, { startAfter: new Date(Date.now() - 90_000) })
  const served = await serveMetrics(server.services.metrics, { host: '127.0.0.1', port: 0 }, server.services.log)
  onTestFinished(() => served.close())
  const fetchPath = (path: string) => fetch(`http://127.0.0.1:${served.port}${path}`)
  const text = await (await fetchPath('/metrics')).text()
  for (const line of [
    'flipside_info{version="1.2.3",commit="968d0cba"} 1',
    'flipside_database_up 1',
    'flipside_pool_connections{state="active"} 2',
    'flipside_pool_connections{state="waiting"} 1',
    'flipside_queue_items{queue="scrobbles"} 1',
    'flipside_queue_items{queue="set_aside_scrobbles"} 0',
    'flipside_queue_oldest_seconds{queue="set_aside_scrobbles"} 0',
    'flipside_jobs{queue="update-similar-taste",state="waiting"} 1',
    'flipside_jobs{queue="update-similar-taste",state="failed"} 1',
    'flipside_jobs{queue="delete-old-client-ids",state="failed"} 0',
  ])
    expect(text).toContain(line)
  expect(text).toMatch(/^flipside_jobs_oldest_seconds\{queue="update-similar-taste"\} 9\d\./m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect((await fetchPath('/')).status).toBe(404)
})

const lastLine = () => JSON.parse(server.lines.at(-1) ?? '{}')

test('the request id of a trusted proxy is in the response and in every line of the request', async () => {
  const response = await server.get('/api/get-broadcasts', {}, { headers: { 'X-Request-Id': 'abc-123' } })
  expect(response.headers.get('x-request-id')).toBe('abc-123')
  expect(lastLine()).toMatchObject({ id: 'abc-123', method: 'GET', path: '/api/get-broadcasts', status: 200 })
})

test.each(['', 'a b', 'x'.repeat(65), 'a"b'])('the request id "%s" of a proxy is replaced', async (id) => {
  const response = await server.get('/api/get-broadcasts', {}, { headers: { 'X-Request-Id': id } })
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}$/)
})

test('without a trusted proxy every request has an id of the server', async () => {
  const direct = await testServer()
  const response = await direct.get('/api/get-broadcasts', {}, { headers: { 'X-Request-Id': 'abc-123' } })
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}$/)
})

test('slow requests and failures of the server are warnings, checks are not logged', async () => {
  const slow = await testServer({ settings: { slowMs: 0, logFormat: 'json' } })
  await slow.get('/api/get-broadcasts')
  expect(JSON.parse(slow.lines.at(-1) ?? '{}')).toMatchObject({ level: 'warn', status: 200 })
  await server.get('/livez')
  expect(lastLine()).toMatchObject({ level: 'debug', path: '/livez' })
})

test('the dashboard, the alerts and their page use metrics that exist', async () => {
  const metrics = createMetrics()
  addProcessMetrics(metrics, {
    readPool: () => ({ total: 0, idle: 0, waiting: 0 }),
    isDatabaseAway: () => true,
    standby: { find: () => undefined, readState: () => ({ failure: 'late', bytesBehind: 5 }), stop: async () => {} },
    version: '',
    commit: '',
    findBackupTime: () => undefined,
  })
  addQueueMetrics(metrics, { db: server.db, isDatabaseAway: () => true })
  const text = await metrics.render()
  expect(text).toMatch(/^flipside_standby_up 0$/m)
  expect(text).toMatch(/^flipside_standby_behind_bytes 5$/m)
  for (const file of ['deploy/grafana/flipside.json', 'deploy/prometheus/alerts.yml', 'docs/what-to-watch.md']) {
    const used = new Set(readFileSync(file, 'utf8').match(/\b(?:flipside|nodejs|process)_[a-z_\d]+/g))
    expect(used.size).toBeGreaterThan(5)
    for (const name of used) expect(text).toContain(`# TYPE ${name.replace(/_bucket$/, '')} `)
  }
})

test('promtool accepts the names of all metrics but those of Node', async ({ skip }) => {
  if (spawnSync('promtool', ['--version']).status !== 0) skip('promtool is not installed')
  const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: await server.services.metrics.render(),
    encoding: 'utf8',
  })
  expect(`${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !line.startsWith('nodejs_'))).toEqual([])
})

test('each metric of the alerts is in the table of alerts', () => {
  const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8').match(/\b(?:flipside|nodejs)_[a-z_\d]+/g)
  const table = readFileSync('docs/what-to-watch.md', 'utf8').split('## Alerts')[1]?.split('## ')[0]
  for (const name of new Set(alerts)) if (name !== 'flipside_http_requests_total') expect(table).toContain(name)
})

test('the age of the last backup is a metric once there is one', async () => {
  const metrics = createMetrics()
  let backedUpAt: Date | undefined
  addProcessMetrics(metrics, {
    readPool: () => ({ total: 0, idle: 0, waiting: 0 }),
    isDatabaseAway: () => false,
    version: '',
    commit: '',
    findBackupTime: () => backedUpAt,
  })
  expect(await metrics.render()).not.toMatch(/^flipside_backup_age_seconds /m)
  backedUpAt = new Date(Date.now() - 3_600_000)
  expect(await metrics.render()).toMatch(/^flipside_backup_age_seconds 36\d\d/m)
})
