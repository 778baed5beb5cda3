import { expect, onTestFinished, test, vi } from 'vitest'
import { toBackOffMs } from './back-off.ts'

const backOff = { firstMs: 1000, longestMs: 60_000 }
const toShortestAndLongest = (...args: Parameters<typeof toBackOffMs>) =>
  [0, 1].map((chance) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(chance)
    onTestFinished(() => random.mockRestore())
    return toBackOffMs(...args)
  })

test('a pause doubles with every attempt up to the longest, with a quarter of jitter', () => {
  expect(toShortestAndLongest(0, backOff)).toEqual([1000, 1250])
  expect(toShortestAndLongest(3, backOff)).toEqual([8000, 10_000])
  expect(toShortestAndLongest(6, backOff)).toEqual([60_000, 75_000])
  expect(toShortestAndLongest(5000, backOff)).toEqual([60_000, 75_000])
})

test('a pause is at least what the service has requested, up to the longest', () => {
  expect(toShortestAndLongest(0, backOff, 5000)).toEqual([5000, 6250])
  expect(toShortestAndLongest(4, backOff, 5000)).toEqual([16_000, 20_000])
  expect(toShortestAndLongest(0, backOff, 1e9)).toEqual([60_000, 75_000])
})
