import { expect, test } from 'vitest'
import { storeWithoutFaulty } from './without-faulty.ts'

class Rejection extends Error {
  readonly code: string
  constructor(code: string) {
    super('rejected')
    this.code = code
  }
}

/** Stores numbers, all or none; rejects those that are in `bad`. */
function createStore(bad: ReadonlySet<number>, code = '22000') {
  const calls: number[] = []
  const store = async (rows: readonly number[]) => {
    calls.push(rows.length)
    if (rows.some((row) => bad.has(row))) throw new Rejection(code)
    return rows
  }
  return { calls, store }
}

const ROWS = Array.from({ length: 1000 }, (_, place) => place)

test.each([[[]], [[0]], [[999]], [[1, 2, 500]], [[3, 4, 5, 6, 7]]])(
  'faulty rows %j are left out, and all others stored in their order',
  async (bad) => {
    const { calls, store } = createStore(new Set(bad))
    const { results, faulty } = await storeWithoutFaulty(ROWS, store)
    expect(results.flat()).toEqual(ROWS.filter((row) => !bad.includes(row)))
    expect(faulty.map(({ row }) => row)).toEqual(bad)
    // Ten halvings reach one row in a thousand.
    expect(calls.length).toBeLessThanOrEqual(1 + 2 * 10 * bad.length)
  },
)

test.each(['40001', '53100', '55P03', '57014', '08006', 'ECONNRESET'])(
  'an error %s that no row causes is thrown at once',
  async (code) => {
    const { calls, store } = createStore(new Set([5]), code)
    await expect(storeWithoutFaulty(ROWS, store)).rejects.toThrow('rejected')
    expect(calls).toEqual([1000])
  },
)

test('nothing is stored without rows', async () => {
  const { calls, store } = createStore(new Set())
  expect([await storeWithoutFaulty([], store), calls]).toEqual([{ results: [], faulty: [] }, []])
})
