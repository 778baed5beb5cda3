import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ruleGroups } from '../../config/mutation/rules.ts'
import { applyMutant, findMutants } from '../../config/mutation/sql-mutants.ts'

/** Returns the changed texts in the order of their places. */
const mutate = (source: string) => findMutants(source).map((mutant) => applyMutant(source, mutant))
const toSql = (text: string) => `sql\`${text}\``

test.each<[string, readonly string[]]>([
  ['a = 1 and b', ['true and b', 'a = 1 and true']],
  ['a = 1 or b', ['false or b', 'a = 1 or false']],
  ['select from t where a = 1 order by b limit 2', ['select from t where true order by b limit 2']],
  ['select from t where (a or b)', ['where true', 'where (false or b)', 'where (a or false)']],
  ['not exists (select from t where a)', ['exists (select from t where a)', 'not exists (select from t where true)']],
  ['a is not true', ['a is true']],
  ['case when a is null then b else c end', ['when true then', 'when a is not null then']],
  ['where a <= 1', ['where true', 'where a < 1']],
  ['where a between 1 and 2 and b', ['where true and b', 'where a between 1 and 2 and true']],
  ['select a and b as c, d from t', ['select a and true as c, d']],
  ['insert into t select a on conflict do nothing', []],
])('a condition of the SQL %j is left out or reversed', (text, expected) => {
  const found = mutate(toSql(text))
  expect(found).toHaveLength(expected.length)
  for (const [place, part] of expected.entries()) expect(found[place]).toContain(part)
})

test('an expression in a template is one condition, and its own templates have theirs', () => {
  const source = 'sql`where ${isOpen(sql`a and b`)} and c`'
  expect(mutate(source)).toEqual([
    'sql`where true and c`',
    'sql`where ${isOpen(sql`true and b`)} and c`',
    'sql`where ${isOpen(sql`a and true`)} and c`',
    'sql`where ${isOpen(sql`a and b`)} and true`',
  ])
})

test('calls of where are left out, and conditions of TypeScript reversed', () => {
  expect(mutate("if (a) db.selectFrom('t').where('b', '=', c ? 1 : 2).execute()")).toEqual([
    "if (!(a)) db.selectFrom('t').where('b', '=', c ? 1 : 2).execute()",
    "if (a) db.selectFrom('t').execute()",
    "if (a) db.selectFrom('t').where('b', '=', !(c) ? 1 : 2).execute()",
  ])
})

test('every file with rules and its tests exist', () => {
  const files = Object.values(ruleGroups).flatMap((group) => group.files.flatMap(({ file, tests }) => [file, ...tests]))
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
