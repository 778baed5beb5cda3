import { expect, onTestFinished, test, vi } from 'vitest'
import { inGroups } from './in-groups.ts'

/** A run that ends when it is told to, and what it was given. */
function held() {
  const groups: (readonly number[])[] = []
  const ends: (() => void)[] = []
  const run = async (items: readonly number[]) => {
    groups.push(items)
    await new Promise<void>((resolve) => ends.push(resolve))
    return items.map((it) => it * 10)
  }
  return { groups, run, end: () => ends.shift()?.() }
}

test('what is asked for while a group is under way is the next group', async () => {
  const { groups, run, end } = held()
  const ask = inGroups(run, { max: 3 })
  const first = [ask(1), ask(2)]
  await expect.poll(() => groups).toEqual([[1, 2]])
  const next = [ask(3), ask(4), ask(5), ask(6)]
  end()
  expect(await Promise.all(first)).toEqual([10, 20])
  await expect
    .poll(() => groups)
    .toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  end()
  await expect.poll(() => groups.length).toBe(3)
  end()
  expect(await Promise.all(next)).toEqual([30, 40, 50, 60])
})

test('the next group is under way before the answers of the last one are told', async () => {
  const { groups, run, end } = held()
  const ask = inGroups(run, { max: 9 })
  const first = ask(1).then(() => groups.length)
  await expect.poll(() => groups).toEqual([[1]])
  const next = ask(2)
  end()
  expect(await first).toBe(2)
  end()
  expect(await next).toBe(20)
})

test('several may be under way, but never two with the same key', async () => {
  const { groups, run, end } = held()
  const ask = inGroups(run, { max: 9, atOnce: 2, keyOf: (it) => it % 2 })
  const all = [ask(1)]
  await expect.poll(() => groups.length).toBe(1)
  all.push(ask(3), ask(2))
  await expect.poll(() => groups).toEqual([[1], [2]])
  end()
  await expect.poll(() => groups).toEqual([[1], [2], [3]])
  end()
  end()
  expect(await Promise.all(all)).toEqual([10, 30, 20])
})

test('a second group begins beside one that takes long, and at once when that is done', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { groups, run, end } = held()
  const ask = inGroups(run, { max: 9, atOnce: 2, patienceMs: 50 })
  const all = [ask(1)]
  await vi.waitFor(() => expect(groups).toEqual([[1]]))
  all.push(ask(2), ask(3))
  await new Promise(setImmediate)
  vi.advanceTimersByTime(49)
  expect(groups).toEqual([[1]])
  vi.advanceTimersByTime(1)
  expect(groups).toEqual([[1], [2, 3]])
  all.push(ask(4))
  end()
  end()
  await vi.waitFor(() => expect(groups).toEqual([[1], [2, 3], [4]]))
  end()
  expect(await Promise.all(all)).toEqual([10, 20, 30, 40])
})

test('of a group that fails each is tried by itself', async () => {
  const ask = inGroups(
    async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('not this one')
      return items
    },
    { max: 9 },
  )
  const settled = await Promise.allSettled([ask(1), ask(2), ask(3)])
  expect(settled.map((it) => it.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
