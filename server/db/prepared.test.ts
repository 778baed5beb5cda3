import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '#server/http/attempt.ts'
import { migratedDatabase } from '#tests/support/database.ts'
import { type Db, openDatabase } from './open.ts'
import { markPrepared } from './prepared.ts'

/** Opens a database through one connection, and counts `onUnprepared` calls. */
async function openOne() {
  const calls = { unprepared: 0 }
  const db = await openDatabase(await migratedDatabase(), {
    poolSize: 1,
    onIdleError: () => {},
    onUnprepared: () => calls.unprepared++,
  })
  onTestFinished(() => db.destroy())
  return { db, calls }
}

const addOne = async (db: Db, n: number) =>
  (await markPrepared(sql<{ sum: number }>`select ${n}::integer + 1 as sum`).execute(db)).rows[0]?.sum

const countStatements = async (db: Db) =>
  (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)).rows.length

test('a marked statement is prepared once per connection', async () => {
  const { db, calls } = await openOne()
  expect(await Promise.all([1, 2, 3].map((n) => addOne(db, n)))).toEqual([2, 3, 4])
  await sql`select 1`.execute(db)
  expect(await countStatements(db)).toBe(1)
  expect(calls.unprepared).toBe(0)
})

test('a statement that a pooler lost is repeated unprepared, and later ones are unprepared', async () => {
  const { db, calls } = await openOne()
  await addOne(db, 1)
  await sql`deallocate all`.execute(db)
  expect(await addOne(db, 2)).toBe(3)
  expect(await addOne(db, 3)).toBe(4)
  expect(calls.unprepared).toBe(1)
  expect(await countStatements(db)).toBe(0)
})

test('a transaction that loses a prepared statement is repeated', async () => {
  const { db, calls } = await openOne()
  await addOne(db, 1)
  await sql`deallocate all`.execute(db)
  expect(await inTransaction(db, (tx) => addOne(tx, 2))).toBe(3)
  expect(calls.unprepared).toBe(1)
})

test('a prepared statement whose columns a migration changed is repeated unprepared', async () => {
  const { db, calls } = await openOne()
  await sql`create table examples (first integer)`.execute(db)
  const read = async () => (await markPrepared(sql`select * from examples`).execute(db)).rows
  await sql`insert into examples values (1)`.execute(db)
  await read()
  await sql`alter table examples add column second integer default 2`.execute(db)
  expect(await read()).toEqual([{ first: 1, second: 2 }])
  expect(calls.unprepared).toBe(0)
})

test('other errors of a marked statement are thrown', async () => {
  const { db, calls } = await openOne()
  await expect(markPrepared(sql`select 1 / ${0}::integer`).execute(db)).rejects.toThrow('division by zero')
  expect(calls.unprepared).toBe(0)
})
