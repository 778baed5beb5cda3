import { expect, test } from 'vitest'
import { createBudget, REQUESTS_MAX, Stopped } from './budget.ts'

test('the budget allows 32 requests, with an interval before each but the first', async () => {
  const rests: number[] = []
  const budget = createBudget({ mayGoOn: () => true, pause: async (ms) => void rests.push(ms) })
  for (let n = 0; n < REQUESTS_MAX; n++) await budget.spend()
  await expect(budget.spend()).rejects.toThrow(Stopped)
  expect([REQUESTS_MAX, rests.length, Math.min(...rests)]).toEqual([32, 31, 700])
})

test('the budget stops after an interval if the connection may not be used any more', async () => {
  let mayGoOn = true
  const budget = createBudget({
    mayGoOn: () => mayGoOn,
    pause: async () => {
      mayGoOn = false
    },
  })
  await budget.spend()
  await expect(budget.spend()).rejects.toThrow(Stopped)
})
