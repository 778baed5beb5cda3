import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { mailQueueRef } from '#server/accounts/mail/mail-payload.ts'
import { storeBackupTime } from '#server/backup/last-backup.ts'
import { JOB_TABLE } from '#server/db/job-schema.ts'
import { VERSION } from '#server/http/version.ts'
import { createBoss } from '#server/queue/boss.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestServer, testServer } from '#tests/support/test-server.ts'
import { announceFailures } from './failures.ts'

const HOUR_MS = 3_600_000

async function aServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'flipside-operation-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const mail = { host: '127.0.0.1', port: 9, tls: 'off', login: null, from: 'flipside@example.org' } as const
  const server = await testServer({ settings: { dataDir, mail } })
  const admin = await server.signUp('ada')
  await sql`update members set is_admin = true where id = ${admin.id}`.execute(server.db)
  return { server, admin, dataDir }
}

/** Adds a failed job. */
async function failJob({ db }: TestServer, at: Date, queue = 'update-similar-taste'): Promise<void> {
  const id = await createBoss(db).send(queue, null, { singletonKey: String(at.getTime()) })
  await sql`update ${sql.raw(JOB_TABLE)} set state = 'failed', completed_on = ${at}, retry_count = 5,
    output = '{"message": "The service is away."}' where id = ${id}`.execute(db)
}

const readNotices = async (server: TestServer, admin: Awaited<ReturnType<TestServer['signUp']>>) => {
  const { body } = await server.get('/api/user/activity', { user: admin.name }, { as: admin })
  return body.activity.map(({ kind, subject, username }: Record<string, string>) => `${kind} ${subject} ${username}`)
}

test('the state of the server is for admins only', async () => {
  const { server, admin } = await aServer()
  const bo = await server.signUp('bo')
  expect((await server.get('/api/admin/server')).status).toBe(401)
  expect((await server.get('/api/admin/server', {}, { as: bo })).status).toBe(403)
  expect((await server.post('/api/admin/retry-jobs', { queue: 'mail' }, { as: bo })).status).toBe(403)
  expect((await server.get('/api/admin/server', {}, { as: admin })).status).toBe(200)
})

test('the state names migration, queues, failed jobs, backups, disk and limits', async () => {
  const { server, admin, dataDir } = await aServer()
  const at = server.clock.now()
  await failJob(server, at)
  await createBoss(server.db).send('recount-community-charts', null)
  const row = { member_id: admin.id, listened_at: at, artist: 'A', title: 'B', error: null }
  await server.db.insertInto('scrobble_inbox').values(row).execute()
  storeBackupTime(dataDir, new Date(at.getTime() - HOUR_MS))
  server.services.metrics.countMail('reset_password', 'sent')
  server.services.metrics.countMail('confirm_email', 'sent')
  server.services.metrics.countMail('confirm_email', 'failed')
  server.services.metrics.countPush('like', 'sent')
  server.services.metrics.countRelay('lastfm', 'accepted', 3)
  server.services.metrics.countSlowQuery('select slow', 1200.4)
  server.services.metrics.countSlowQuery('select slow', 800)
  server.services.metrics.countSlowQuery('select slower', 1500)
  server.services.metrics.observeRequest({ method: 'GET', route: '/api/x', status: 429, seconds: 0.1 })
  const { body } = await server.get('/api/admin/server', {}, { as: admin })
  expect(body).toMatchObject({
    version: VERSION,
    commit: server.config.commit,
    database: { version: expect.stringMatching(/^1[5-9]/), migration_name: expect.any(String) },
    queues: [
      { name: 'update-similar-taste', waiting: 0, running: 0, failed: 1 },
      { name: 'mail', waiting: 1 },
      { name: 'recount-community-charts', waiting: 1, failed: 0 },
      { name: 'scrobbles', waiting: 1, failed: 0 },
    ],
    failed_jobs: [{ queue: 'update-similar-taste', runs: 6, reason: 'The service is away.' }],
    backup: { completed_at: new Date(at.getTime() - HOUR_MS).toISOString(), failed_at: '', is_overdue: false },
    is_mail_configured: true,
    mails: [
      { name: 'sent', count: 2 },
      { name: 'failed', count: 1 },
    ],
    pushes: [{ name: 'sent', count: 1 }],
    relays: [{ name: 'accepted', count: 3 }],
    limited: [{ name: '/api/x', count: 1 }],
    slow_statements: [
      { statement: 'select slower', count: 1, longest_ms: 1500 },
      { statement: 'select slow', count: 2, longest_ms: 1200 },
    ],
  })
  expect(Date.parse(body.started_at)).toBeLessThanOrEqual(Date.now())
  expect(body.database.migration).toBeGreaterThanOrEqual(71)
  expect(body.disk.free_bytes).toBeGreaterThan(0)
  expect(body.disk.total_bytes).toBeGreaterThanOrEqual(body.disk.free_bytes)
})

test('an admin retries the failed jobs of a queue, which the log names', async () => {
  const { server, admin } = await aServer()
  await failJob(server, server.clock.now())
  const retry = (queue: string) => server.post('/api/admin/retry-jobs', { queue }, { as: admin })
  expect((await retry('No Queue')).status).toBe(400)
  expect(await retry('update-similar-taste')).toMatchObject({ status: 200, body: { success: true } })
  const { rows } = await sql<{ state: string }>`select state from ${sql.raw(JOB_TABLE)}
    where name = 'update-similar-taste'`.execute(server.db)
  expect(rows).toEqual([{ state: 'retry' }])
  expect((await retry('update-similar-taste')).status).toBe(200)
  const { body } = await server.get('/api/admin/audit-log', {}, { as: admin })
  expect(body.entries).toMatchObject([{ action: 'jobs_retried', by: 'ada', detail: 'update-similar-taste, 1' }])
})

test('a failed job is announced to the admins once, and again for a later failure after a day', async () => {
  const { server, admin } = await aServer()
  await makeMember(server, 'bo')
  const announce = () => announceFailures(server.services)
  await announce()
  expect(await readNotices(server, admin)).toEqual([])
  await failJob(server, server.clock.now())
  await announce()
  await announce()
  expect(await readNotices(server, admin)).toEqual(['server_failure jobs System'])
  const { rows } = await sql`select from activity where kind = 'server_failure'`.execute(server.db)
  expect(rows).toHaveLength(1)
  const mails = await sql<{ kind: string; subject: string }>`select data ->> 'kind' as kind,
    data ->> 'subject' as subject from ${sql.raw(JOB_TABLE)} where name = ${mailQueueRef.name}
    and data ->> 'kind' = 'server_failure'`.execute(server.db)
  expect(mails.rows).toEqual([{ kind: 'server_failure', subject: 'jobs' }])

  const [newest] = (await server.get('/api/user/activity', { user: 'ada' }, { as: admin })).body.activity
  await server.post('/api/user/mark-activity-read', { user: 'ada', up_to: newest.id }, { as: admin })
  server.clock.advance({ hours: 25 })
  await announce()
  expect(await readNotices(server, admin)).toHaveLength(1)
  await failJob(server, server.clock.now())
  await announce()
  expect(await readNotices(server, admin)).toHaveLength(2)
})

test('a failed job of a queue without retries is not announced', async () => {
  const { server, admin } = await aServer()
  await failJob(server, server.clock.now(), 'relay-now-playing')
  await announceFailures(server.services)
  expect(await readNotices(server, admin)).toEqual([])
  const { body } = await server.get('/api/admin/server', {}, { as: admin })
  expect(body.failed_jobs).toMatchObject([{ queue: 'relay-now-playing' }])
})

test('a failed and an overdue backup are announced, a missing one is not', async () => {
  const { server, admin, dataDir } = await aServer()
  const announce = () => announceFailures(server.services)
  await announce()
  storeBackupTime(dataDir, server.clock.now())
  await announce()
  expect(await readNotices(server, admin)).toEqual([])
  server.clock.advance({ hours: 1 })
  storeBackupTime(dataDir, server.clock.now(), 'last-failed-backup')
  await announce()
  expect(await readNotices(server, admin)).toEqual(['server_failure backup System'])
  await sql`delete from activity`.execute(server.db)
  storeBackupTime(dataDir, server.clock.now())
  server.clock.advance({ hours: 25 })
  await announce()
  expect(await readNotices(server, admin)).toEqual([])
  server.clock.advance({ hours: 2 })
  await announce()
  expect(await readNotices(server, admin)).toEqual(['server_failure backup System'])
})
