import { expect, test } from 'vitest'
import { hasLettersOf, isSameName } from './names.ts'

test('member names are compared case-insensitively', () => {
  expect(isSameName('Mirelle', 'mIRELLE')).toBe(true)
  expect(isSameName('mirelle', 'mirele')).toBe(false)
})

test('a name matches with letters omitted, but not with letters out of order or added', () => {
  expect(hasLettersOf('Mirelle', 'mirele')).toBe(true)
  expect(hasLettersOf('Mirelle', 'MRL')).toBe(true)
  expect(hasLettersOf('Mirelle', 'lerim')).toBe(false)
  expect(hasLettersOf('Mirelle', 'mirellle')).toBe(false)
  expect(hasLettersOf('Zoë', 'zë')).toBe(true)
})
