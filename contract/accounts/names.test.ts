import { expect, test } from 'vitest'
import { hasLettersOf, isSameName } from './names.ts'

test('names are the same in any case', () => {
  expect(isSameName('Mirelle', 'mIRELLE')).toBe(true)
  expect(isSameName('mirelle', 'mirele')).toBe(false)
})

test('a name is recognised with letters left out, never with letters out of order or too many', () => {
  expect(hasLettersOf('Mirelle', 'mirele')).toBe(true)
  expect(hasLettersOf('Mirelle', 'MRL')).toBe(true)
  expect(hasLettersOf('Mirelle', 'lerim')).toBe(false)
  expect(hasLettersOf('Mirelle', 'mirellle')).toBe(false)
  expect(hasLettersOf('Zoë', 'zë')).toBe(true)
})
