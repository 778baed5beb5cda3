import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isPooled, migratedDatabase } from '#tests/support/database.ts'
import { openDatabase } from './open.ts'
import { CANCELLED, limitStatements } from './statement-limit.ts'

async function openOne() {
  const db = await openDatabase(await migratedDatabase(), { poolSize: 1, onIdleError: () => {} })
  onTestFinished(() => db.destroy())
  return db
}

test('a statement that takes longer than its limit is cancelled in the database', async () => {
  const db = await openOne()
  await expect(limitStatements(200, () => sql`select pg_sleep(600)`.execute(db))).rejects.toMatchObject({
    code: CANCELLED,
  })
  const { rows } =
    await sql`select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`.execute(db)
  expect(rows).toEqual([])
})

test('a limit is for one statement, not for all together', async () => {
  const db = await openOne()
  await limitStatements(2_000, async () => {
    for (let turn = 0; turn < 2; turn++) await sql`select pg_sleep(1.1)`.execute(db)
  })
})

test('a cancelled transaction is rolled back, and its connection is replaced', async () => {
  const db = await openOne()
  const findPid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const pid = await findPid()
  await sql`create table examples (n integer)`.execute(db)
  const insert = () =>
    db.transaction().execute(async (tx) => {
      await sql`insert into examples values (1)`.execute(tx)
      await sql`select pg_sleep(600)`.execute(tx)
    })
  await expect(limitStatements(200, insert)).rejects.toMatchObject({ code: CANCELLED })
  // Behind a pooler it may be any of the pooler's.
  expect(isPooled || (await findPid()) !== pid).toBe(true)
  expect((await sql`select from examples`.execute(db)).rows).toEqual([])
})
