import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

test('calls made while a batch is running form the next batch, of at most the maximum', async () => {
  const batches: number[][] = []
  const first = Promise.withResolvers<void>()
  const call = createBatcher(async (items: readonly number[]) => {
    batches.push([...items])
    if (batches.length === 1) await first.promise
    return items.map((item) => item * 10)
  }, 3)
  const results = [call(1), call(2)]
  await expect.poll(() => batches.length).toBe(1)
  results.push(call(3), call(4), call(5), call(6))
  first.resolve()
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50, 60])
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]])
})

test('a batch that fails is retried one by one, so that only the faulty call fails', async () => {
  const call = createBatcher(async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('faulty')
    return items
  }, 9)
  const results = await Promise.allSettled([call(1), call(2), call(3)])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await call(4)).toBe(4)
})

test('a batch with another number of results fails', async () => {
  const call = createBatcher<number, number>(async () => [], 9)
  await expect(call(1)).rejects.toThrow('A batch returned another number of results.')
})

test('a call after a pause is run like the first, and calls of one turn share a batch', async () => {
  const batches: number[][] = []
  const call = createBatcher(async (items: readonly number[]) => {
    batches.push([...items])
    return items
  }, 9)
  for (const items of [[1, 2], [3]]) {
    await Promise.all(items.map(call))
    await setImmediate()
  }
  expect(batches).toEqual([[1, 2], [3]])
})
