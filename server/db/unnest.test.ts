import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migratedDatabase } from '#tests/support/database.ts'
import { openDatabase } from './open.ts'
import { unnest } from './unnest.ts'

test('rows arrive as they were, in order', async () => {
  const db = await openDatabase(await migratedDatabase(), { poolSize: 1, onIdleError: () => {} })
  onTestFinished(() => db.destroy())
  const rows = [
    { id: 2 ** 40, ms: 1_700_000_000_123.456, name: 'null', day: '2026-11-30', place: '(3,14)' },
    { id: -1, ms: 0, name: String.raw`"a", {b} \n \ ` + "\n'ü🎧", day: null, place: null },
    { id: null, ms: null, name: null, day: null, place: null },
    { id: 0, ms: 1e300, name: '', day: '2002-01-01', place: '(0,1)' },
  ]
  const select = (sent: typeof rows) =>
    sql`select id, ms, name, day::text, place::text from ${unnest('sent', sent, {
      id: ['bigint', ({ id }) => id],
      ms: ['float8', ({ ms }) => ms],
      name: ['text', ({ name }) => name],
      day: ['date', ({ day }) => day],
      place: ['tid', ({ place }) => place],
    })}`
  expect((await select(rows).execute(db)).rows).toEqual(rows)
  expect((await select([]).execute(db)).rows).toEqual([])
})
