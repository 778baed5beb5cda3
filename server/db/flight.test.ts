import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { countWaitingForLocks, migratedDatabase } from '#tests/support/database.ts'
import { inOneFlight } from './flight.ts'
import { arrayOf, arrayOfTexts, keptStatement } from './kept-statement.ts'
import { type Db, openDatabase } from './open.ts'

let address: Awaited<ReturnType<typeof migratedDatabase>>

beforeAll(async () => {
  address = await migratedDatabase()
  const db = await openDatabase(address, { poolSize: 1, onIdleError: () => {} })
  await sql`create table notes (place integer primary key, text text not null)`.execute(db)
  await db.destroy()
})

async function opened(poolSize = 1): Promise<Db> {
  const db = await openDatabase(address, { poolSize, onIdleError: () => {} })
  onTestFinished(() => db.destroy())
  return db
}

const note = keptStatement<'place' | 'text'>(
  (gap) => sql`insert into notes (place, text) values (${gap('place')}::integer, ${gap('text')}::text) returning place`,
)
const notes = keptStatement(() => sql`select place, text from notes order by place`)
const divide = keptStatement<'by'>((gap) => sql`select 1 / ${gap('by')}::integer`)
const lock = keptStatement(() => sql`select pg_advisory_xact_lock(4711)`)

test('statements are one transaction and each is answered', async () => {
  const db = await opened()
  expect(await inOneFlight(db, [note({ place: '1', text: 'one' }), notes({}), divide({ by: '1' })])).toEqual([
    [['1']],
    [['1', 'one']],
    [['1']],
  ])
  await expect(inOneFlight(db, [note({ place: '2', text: 'two' }), divide({ by: '0' }), notes({})])).rejects.toThrow(
    'division by zero',
  )
  expect(await inOneFlight(db, [notes({})])).toEqual([[['1', 'one']]])
})

test('after a failure the connection goes on, also with statements that it had not come to', async () => {
  const db = await opened()
  await expect(inOneFlight(db, [divide({ by: '0' }), note({ place: '3', text: 'three' })])).rejects.toThrow(
    'division by zero',
  )
  await expect(inOneFlight(db, [note({ place: 'x', text: 'no number' })])).rejects.toThrow('invalid input syntax')
  expect(await inOneFlight(db, [note({ place: '3', text: 'three' })])).toEqual([[['3']]])
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
})

test('a statement is planned once for a connection', async () => {
  const db = await opened()
  for (const by of ['1', '2', '3']) await inOneFlight(db, [divide({ by })])
  const { rows } = await sql`select sum(generic_plans + custom_plans)::integer as plans, count(*)::integer as kept
    from pg_prepared_statements where name like 'flipside%'`.execute(db)
  expect(rows).toEqual([{ plans: 3, kept: 1 }])
})

test('each statement sees what was committed before it began, after a lock too', async () => {
  const db = await opened(2)
  let flying: ReturnType<typeof inOneFlight> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    flying = inOneFlight(db, [lock({}), notes({})])
    await expect.poll(() => countWaitingForLocks(tx)).toBe(1)
    await sql`insert into notes values (9, 'meanwhile')`.execute(tx)
  })
  expect((await flying)?.at(-1)).toContainEqual(['9', 'meanwhile'])
})

test('a connection that breaks is an error, and another one is opened', async () => {
  const db = await opened()
  const end = keptStatement(() => sql`select pg_terminate_backend(pg_backend_pid())`)
  await expect(inOneFlight(db, [note({ place: '5', text: 'five' }), end({})])).rejects.toThrow(/terminat/)
  const [rows] = await vi.waitUntil(() => inOneFlight(db, [notes({})]).catch(() => undefined))
  expect(rows).not.toContainEqual(['5', 'five'])
})

test('arrays come as they were, whatever is in their texts', async () => {
  const texts = ['', 'NULL', 'a "b" \\ c', '{d,e}', "f'g\n\th", 'ü ☂ 𝄞', ' ']
  const echo = keptStatement<'texts' | 'numbers'>(
    (gap) => sql`select unnest(${gap('texts')}::text[]), unnest(${gap('numbers')}::bigint[])`,
  )
  const numbers = texts.map((_, place) => place - 3)
  const [rows] = await inOneFlight(await opened(), [echo({ texts: arrayOfTexts(texts), numbers: arrayOf(numbers) })])
  expect(rows).toEqual(texts.map((text, place) => [text, String(numbers[place])]))
})
