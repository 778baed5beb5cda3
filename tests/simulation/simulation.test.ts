import { expect, test } from 'vitest'
import { runHistory } from './history.ts'
import { countViolations, runHistories } from './tally.ts'

// `npm test` has a separate step for many histories.
test('twenty histories of tunnels, crashes, full disks and two tabs lose no action and repeat none', async () => {
  const tally = await runHistories({ from: 1, count: 20 })
  expect(tally.failures).toEqual([])
  expect(countViolations(tally)).toBe(0)
  expect(tally.acts).toBeGreaterThan(5 * tally.histories)
})

test('a seed reproduces its history exactly', async () => {
  const traceOf = async (seed: number) => {
    const lines: string[] = []
    await runHistory(seed, (line) => lines.push(line))
    return lines
  }
  const first = await traceOf(4711)
  expect(await traceOf(4711)).toEqual(first)
  expect(first.length).toBeGreaterThan(10)
  expect(await traceOf(4712)).not.toEqual(first)
})

test('two tabs without locks, one of which parks an entry that the other reads, settle (seed 808147)', async () => {
  const tally = await runHistories({ from: 808_147, count: 1 })
  expect(tally.failures).toEqual([])
})

test('the other tab sends after a tab that ended a pause is killed before sending (seed 20018754)', async () => {
  const tally = await runHistories({ from: 20_018_754, count: 1 })
  expect(tally.failures).toEqual([])
})

test('two tabs without locks wait for a Retry-After that an overtaken attempt received (seed 8980)', async () => {
  const tally = await runHistories({ from: 8980, count: 1 })
  expect(tally.failures).toEqual([])
})

test('an entry that was refused after a Retry-After, and is retried, need not wait for it (seed 110684)', async () => {
  const tally = await runHistories({ from: 110_684, count: 1 })
  expect(tally.failures).toEqual([])
})
