import { expect, test } from 'vitest'
import { uuid } from './uuid.ts'

test('the ids of actions are version 4 UUIDs, each a new one', () => {
  const ids = Array.from({ length: 200 }, uuid)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(200)
  // All values of the free bits occur: 200 ids miss one of the four variants once in 10^24.
  expect(new Set(ids.map((id) => id[19])).size).toBe(4)
})
