import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isPooled, migratedDatabase } from '#tests/support/database.ts'
import { aDebianDatabase } from '#tests/support/debian-postgres.ts'
import { findDebianPostgres } from '#tests/support/debian-programs.ts'
import { type Db, openDatabase } from './open.ts'
import { markPrepared } from './prepared.ts'

/** Opens a database through one connection. */
async function openOne(address: Parameters<typeof openDatabase>[0]): Promise<Db> {
  const db = await openDatabase(address, { poolSize: 1, onIdleError: () => {} })
  onTestFinished(() => db.destroy())
  return db
}

/** With one id its own plan looks cheaper than one for any number of ids. */
async function readRepeatedly(db: Db, times: number): Promise<void> {
  await sql`create table examples as select id, repeat('x', 200) as text from generate_series(1, 20000) as id`.execute(
    db,
  )
  await sql`create index on examples (id)`.execute(db)
  await sql`analyze examples`.execute(db)
  for (let id = 1; id <= times; id++)
    await markPrepared(sql`select text from examples where id = any(${[id]}::integer[])`).execute(db)
}

const countPlans = async (db: Db) =>
  (await sql`select generic_plans, custom_plans from pg_prepared_statements`.execute(db)).rows

const readMode = async (db: Db) =>
  (await sql<{ mode: string }>`select current_setting(${'plan_cache_mode'}::text) as mode`.execute(db)).rows[0]?.mode

test("a marked statement is planned once per connection by Debian's PostgreSQL", async ({ skip }) => {
  const programs = findDebianPostgres()
  if (programs === undefined) return skip("Debian's PostgreSQL is not installed")
  const db = await openOne(await aDebianDatabase(programs))
  await readRepeatedly(db, 20)
  expect(await countPlans(db)).toEqual([{ generic_plans: 20, custom_plans: 0 }])
})

test.skipIf(isPooled)('a marked statement is planned once per connection', async () => {
  const db = await openOne(await migratedDatabase())
  await readRepeatedly(db, 20)
  expect(await countPlans(db)).toEqual([{ generic_plans: 20, custom_plans: 0 }])
})

test.skipIf(isPooled)('other statements are planned for their values, in transactions too', async () => {
  const db = await openOne(await migratedDatabase())
  await readRepeatedly(db, 1)
  expect(await readMode(db)).toBe('auto')
  await db.transaction().execute(async (tx) => {
    expect(await readMode(tx as unknown as Db)).toBe('auto')
  })
  const failing = db.transaction().execute((tx) => sql`select 1 / 0`.execute(tx))
  await expect(failing).rejects.toThrow('division by zero')
  await sql`drop table examples`.execute(db)
  await readRepeatedly(db, 3)
  expect(await countPlans(db)).toEqual([{ generic_plans: 4, custom_plans: 0 }])
})

test.skipIf(isPooled)('a setting of the transaction does not outlive it', async () => {
  const db = await openOne(await migratedDatabase())
  await readRepeatedly(db, 1)
  await db.transaction().execute((tx) => sql`select 1`.execute(tx))
  // Without values, the connection's mode is not changed.
  const { rows } = await sql`show plan_cache_mode`.execute(db)
  expect(rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }])
})
