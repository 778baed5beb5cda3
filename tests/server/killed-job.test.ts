import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { JOB_SCHEMA, JOB_TABLE } from '#server/db/job-schema.ts'
import { createBoss } from '#server/queue/boss.ts'
import { defineQueue, NoPayload } from '#server/queue/define-queue.ts'
import { startQueue } from '#server/queue/start-queue.ts'
import { testServer } from '#tests/support/test-server.ts'

/** Longer than on a loaded machine. */
const SOON = { timeout: 60_000 }

test('a job of a killed process runs exactly once more, when its claim has expired', { timeout: 200_000 }, async () => {
  const server = await testServer()
  const { db } = server
  await sql`create table runs (by text)`.execute(db)
  const listRuns = async () => (await sql<{ by: string }>`select by from runs`.execute(db)).rows.map((row) => row.by)
  const countJobs = async (state: string) =>
    (await sql`select from ${sql.raw(JOB_TABLE)} where name = 'ring-bells' and state = ${state}`.execute(db)).rows
      .length

  const child = spawn(process.execPath, ['tests/support/hanging-worker.ts', JSON.stringify(server.address)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(listRuns, SOON).toEqual(['killed'])
  child.kill('SIGKILL')
  await ended

  const boss = createBoss(db)
  const queue = defineQueue({
    name: 'ring-bells',
    payload: NoPayload,
    perform: () => sql`insert into runs values ('next')`.execute(db),
  })
  const next = await startQueue(boss, server.services, [queue])
  onTestFinished(() => next.stop())
  // Its claim holds, since the process may only be slow.
  await boss.supervise('ring-bells')
  await next.look()
  expect([await countJobs('active'), await listRuns()]).toEqual([1, ['killed']])
  // 31 s later, and a minute after the last supervision.
  await sql`update ${sql.raw(JOB_TABLE)} set heartbeat_on = heartbeat_on - interval '31 seconds'`.execute(db)
  await sql`update ${sql.raw(JOB_SCHEMA)}.queue set monitor_claim_on = null, monitor_on = null`.execute(db)
  await boss.supervise('ring-bells')
  expect(await countJobs('retry')).toBe(1)
  await sql`update ${sql.raw(JOB_TABLE)} set start_after = now()`.execute(db)
  await next.look()
  await expect.poll(listRuns, SOON).toEqual(['killed', 'next'])
  await expect.poll(() => countJobs('active'), SOON).toBe(0)
  await next.look()
  expect([await listRuns(), await countJobs('created'), await countJobs('retry')]).toEqual([['killed', 'next'], 0, 0])
})
