import { expect, test } from 'vitest'
import { cacheDatabase } from './storage-names.ts'

test('a member has one database for responses in any case, and a visitor another', () => {
  expect(cacheDatabase('Ada')).toBe(cacheDatabase('ADA'))
  expect(new Set([cacheDatabase('ada'), cacheDatabase('bo'), cacheDatabase(null)]).size).toBe(3)
})
