import { expect, test } from 'vitest'
import { containsInOrder, isSameName, isSystem, nameKey } from './names.ts'

test('member names are compared case-insensitively', () => {
  expect(isSameName('Mirelle', 'mIRELLE')).toBe(true)
  expect(isSameName('mirelle', 'mirele')).toBe(false)
})

test('a name matches with letters omitted, but not with letters out of order or added', () => {
  expect(containsInOrder('Mirelle', 'mirele')).toBe(true)
  expect(containsInOrder('Mirelle', 'MRL')).toBe(true)
  expect(containsInOrder('Mirelle', 'lerim')).toBe(false)
  expect(containsInOrder('Mirelle', 'mirellle')).toBe(false)
  expect(containsInOrder('Zoë', 'zë')).toBe(true)
})

test('the stored key of a name is in lower case, of its compatible letters', () => {
  expect(nameKey('ＡDa')).toBe('ada')
})

test('the author of activity posts is known in any case', () => {
  expect([isSystem('system'), isSystem('Systems')]).toEqual([true, false])
})
