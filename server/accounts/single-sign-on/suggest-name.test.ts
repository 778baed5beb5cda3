import { expect, test } from 'vitest'
import { suggestName } from './suggest-name.ts'

test.each([
  ['ada', 'ada'],
  ['  Ada \t Lovelace ', 'Ada Lovelace'],
  ['@ada', 'ada'],
  ['ada@home.example', 'ada'],
  ['ａｄａ', 'ada'],
  [undefined, ''],
  ['', ''],
  ['a', ''],
  ['admin', ''],
  ['12345', ''],
  ['../../etc', ''],
  ['<b>ada</b>', ''],
  ['ada\0', ''],
  ['ада_ada', ''],
  ['x'.repeat(65), ''],
  ['x'.repeat(1_000_000), ''],
])('suggests a valid username for %j, or none', (preferred, expected) => {
  expect(suggestName(preferred)).toBe(expected)
})
