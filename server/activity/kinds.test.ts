import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { activityKinds } from '#contract/activity/kinds.ts'
import { testServer } from '#tests/support/test-server.ts'

test('the check of the table allows the kinds of the contract, and no others', async () => {
  const { db } = await testServer()
  const { rows } = await sql<{ kind: string }>`
    select (regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''::', 'g'))[1] as kind from pg_constraint
    where conrelid = 'activity'::regclass and conname = 'activity_kind_check'`.execute(db)
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual([...activityKinds].toSorted())
})
