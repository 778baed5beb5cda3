import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from '#src/cache/query-client.ts'
import { evict } from './usage.ts'

/**
 * Returns a cache with thousand-character responses, each one a millisecond later than the one
 * before.
 */
function cacheOf(...names: string[]) {
  const client = createQueryClient()
  for (const [place, name] of names.entries())
    client.setQueryData([name], { text: 'x'.repeat(989) }, { updatedAt: 1000 + place })
  const left = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[0])
  return { client, left }
}

test('the least recently fetched responses are evicted until the limit is met', async () => {
  const { client, left } = cacheOf('oldest', 'older', 'newest')
  expect(await evict(client, 2000)).toBe(2000)
  expect(left()).toEqual(['older', 'newest'])
})

test('nothing is evicted within the limit', async () => {
  const { client, left } = cacheOf('one', 'two')
  expect(await evict(client, 2000)).toBe(2000)
  expect(left()).toEqual(['one', 'two'])
})

test('responses that a screen shows are never evicted, and unstored ones are not counted', async () => {
  const { client, left } = cacheOf('shown', 'other')
  const stop = new QueryObserver(client, { queryKey: ['shown'] }).subscribe(() => {})
  const fleeting = { queryKey: ['fleeting'], queryFn: () => 'x'.repeat(5000), meta: { isFleeting: true } }
  await client.fetchQuery(fleeting)
  expect(await evict(client, 0)).toBe(1000)
  expect(left()).toEqual(['shown', 'fleeting'])
  stop()
})
