import { expect, test } from 'vitest'
import { PictureCache } from './pictures.ts'

test('two pictures are drawn at a time, each once, and requests beyond the queue are refused', async () => {
  const cache = new PictureCache()
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const draw = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
    return Buffer.from('png')
  }
  const found = Array.from({ length: 18 }, (_, at) => Promise.resolve(cache.find(String(at), draw)))
  expect(() => cache.find('one more', draw)).toThrow(expect.objectContaining({ status: 503 }))
  expect(await Promise.race([cache.find('0', draw), Promise.resolve('is being drawn')])).toBe('is being drawn')
  let isDone = false
  const all = Promise.all(found).finally(() => (isDone = true))
  await expect.poll(() => ends.splice(0).forEach((end) => end()) ?? isDone).toBe(true)
  expect(await all).toHaveLength(18)
  expect(most).toBe(2)
  expect(cache.find('0', draw)).toBeInstanceOf(Buffer)
})

test('a failed picture is drawn again, and frees its place', async () => {
  const cache = new PictureCache()
  const fail = () => Promise.reject(new Error('no'))
  for (let at = 0; at < 5; at++) await expect(Promise.resolve(cache.find('a', fail))).rejects.toThrow('no')
  expect(await cache.find('a', async () => Buffer.from('png'))).toEqual(Buffer.from('png'))
})

test('the latest pictures are cached, at most 16 MB', async () => {
  const cache = new PictureCache()
  for (let at = 0; at < 5; at++) await cache.find(String(at), async () => Buffer.alloc(4_000_000))
  expect(cache.find('4', () => Promise.reject(new Error()))).toHaveLength(4_000_000)
  await expect(Promise.resolve(cache.find('0', () => Promise.reject(new Error('drawn'))))).rejects.toThrow('drawn')
})
