import { expect, test } from 'vitest'
import { nameKey } from './name-key.ts'

test('names that differ only in case, width or spaces are one artist', () => {
  expect(nameKey('  Nine   Rooms ')).toBe('nine rooms')
  expect(nameKey('ＮＩＮＥ rooms')).toBe('nine rooms')
  expect(nameKey('Nine Rooms!')).not.toBe(nameKey('Nine Rooms'))
})
