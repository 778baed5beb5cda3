import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testServer } from '#tests/support/test-server.ts'

const EVENTS = ['insert', 'update', 'delete', 'truncate']

/** Returns `table trigger: events` for each row in ARCHITECTURE.md's trigger table. */
async function listDocumented(): Promise<readonly string[]> {
  const text = await readFile('ARCHITECTURE.md', 'utf8')
  const [, section = ''] = text.split('## What happens when a row is inserted')
  const rows = section.split('\n## ')[0]?.matchAll(/^\| `(\w+)` *\| ([a-z, ]+?) *\| `(\w+)` *\|/gm) ?? []
  return [...rows].map(
    ([, table = '', events = '', trigger]) => `${table} ${trigger}: ${sortEvents(events.split(', '))}`,
  )
}

const sortEvents = (events: readonly string[]): string =>
  events.toSorted((a, b) => EVENTS.indexOf(a) - EVENTS.indexOf(b)).join(', ')

test('ARCHITECTURE.md lists every trigger with its table and its events', async () => {
  const { db } = await testServer()
  const { rows } = await sql<{ table: string; name: string; events: readonly (string | null)[] }>`
    select relname as table, tgname as name, array[case when tgtype & 4 > 0 then 'insert' end,
      case when tgtype & 16 > 0 then 'update' end, case when tgtype & 8 > 0 then 'delete' end,
      case when tgtype & 32 > 0 then 'truncate' end] as events
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = current_schema()::regnamespace`.execute(db)
  const existing = rows.map(
    ({ table, name, events }) => `${table} ${name}: ${sortEvents(events.filter((event) => event !== null))}`,
  )
  expect((await listDocumented()).toSorted()).toEqual(existing.toSorted())
})
