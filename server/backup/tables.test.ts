import { sql } from 'kysely'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { JOB_SCHEMA, JOB_TABLE } from '#server/db/job-schema.ts'
import { createBoss } from '#server/queue/boss.ts'
import { createJobQueue } from '#server/queue/create-job-queue.ts'
import { defineQueue } from '#server/queue/define-queue.ts'
import { addHeldJobs } from '#server/queue/held-jobs.ts'
import { prepareQueues } from '#server/queue/prepare-queues.ts'
import { restoreInto, takeBackup, withConnection } from '#tests/support/backups.ts'
import { emptyDatabase, migratedDatabase } from '#tests/support/database.ts'
import { testServer } from '#tests/support/test-server.ts'
import { EXCLUDED_TABLES } from './tables.ts'

test('every table is in the backup, or in the list of excluded tables', async () => {
  const address = await migratedDatabase()
  const { manifest } = await takeBackup(address)
  const all = await withConnection(address, ({ client }) =>
    client.query<{ table: string }>(`select relname as table from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema', '${JOB_SCHEMA}')`),
  )
  const covered = [...manifest.tables.map(({ name }) => name), ...Object.keys(EXCLUDED_TABLES)]
  expect(all.rows.map((row) => row.table).toSorted()).toEqual(covered.toSorted())
  expect(manifest.tables.length).toBeGreaterThan(40)
})

test('the excluded tables are the unlogged ones, and those that creating the schema writes', async () => {
  const { rows } = await withConnection(await migratedDatabase(), ({ client }) =>
    client.query<{ table: string }>(`select relname as table from pg_class
      where relkind = 'r' and relpersistence = 'u' and relnamespace = current_schema()::regnamespace`),
  )
  const unlogged = rows.map((row) => row.table)
  expect(Object.keys(EXCLUDED_TABLES).toSorted()).toEqual([...unlogged, 'migrations', 'function_files'].toSorted())
})

test('every table of the backup has a primary key, which orders its rows', async () => {
  const address = await migratedDatabase()
  const { manifest } = await takeBackup(address)
  const { rows } = await withConnection(address, ({ client }) =>
    client.query<{ table: string }>(`select conrelid::regclass::text as table from pg_constraint where contype = 'p'`),
  )
  const keyed = new Set(rows.map((row) => row.table))
  expect(manifest.tables.map(({ name }) => name).filter((name) => !keyed.has(name))).toEqual([])
})

const Letter = v.object({ to: v.string() })
const letters = defineQueue({ name: 'send-letters', payload: Letter, perform: () => Promise.resolve() })

test('jobs that are waiting or running are in a copy, and a server adds them to its queue', async () => {
  const source = await testServer()
  const boss = createBoss(source.db)
  await prepareQueues(boss, [letters])
  const { enqueue } = createJobQueue(boss)
  const runAt = new Date('2040-01-02T03:04:05Z')
  for (const to of ['waiting', 'running', 'again', 'failed'])
    await source.db.transaction().execute((tx) => enqueue(tx, letters, { to }, to))
  await sql`update ${sql.raw(JOB_TABLE)} set start_after = ${runAt}`.execute(source.db)
  const setState = (to: string, state: string) =>
    sql`update ${sql.raw(JOB_TABLE)} set state = ${state} where singleton_key = ${to}`.execute(source.db)
  await setState('running', 'active')
  await setState('again', 'retry')
  await setState('failed', 'failed')
  const { path } = await takeBackup(source.address)
  await source.db.destroy()
  const [restored, again] = [await emptyDatabase(), await emptyDatabase()]
  await restoreInto(restored, path)
  await restoreInto(again, (await takeBackup(restored)).path)
  for (const database of [restored, again]) {
    const target = await testServer({ database })
    const targetBoss = createBoss(target.db)
    await targetBoss.start()
    await prepareQueues(targetBoss, [letters])
    await addHeldJobs(targetBoss, target.db, [letters])
    const { rows } = await sql`select singleton_key as key, data, start_after as at, state
      from ${sql.raw(JOB_TABLE)} order by 1`.execute(target.db)
    expect(rows).toEqual(
      ['again', 'running', 'waiting'].map((to) => ({ key: to, data: { to }, at: runAt, state: 'created' })),
    )
    expect(await target.db.selectFrom('held_jobs').selectAll().execute()).toEqual([])
    await targetBoss.stop({ close: false })
  }
})

test('a copy waits for jobs of unknown queues, and is no target of another one', async () => {
  const server = await testServer()
  const job = { id: crypto.randomUUID(), queue: 'unknown', key: 'a', payload: null, run_at: new Date(0) }
  await server.db.insertInto('held_jobs').values(job).execute()
  await addHeldJobs(createBoss(server.db), server.db, [letters])
  expect(await server.db.selectFrom('held_jobs').selectAll().execute()).toEqual([job])
  const { path } = await takeBackup(server.address)
  const empty = await emptyDatabase()
  await withConnection(empty, ({ client }) => client.query(`create schema ${JOB_SCHEMA}; create table ${JOB_TABLE} ()`))
  await expect(restoreInto(empty, path)).rejects.toThrow('The target is not empty')
})
