import { expect, test } from 'vitest'
import { aFuzzServer } from './fuzz-server.ts'
import { runFuzz } from './run-fuzz.ts'

/** Set by `npm run fuzz`; the defaults are the short run in `npm test`. */
const { FUZZ_SECONDS = '6', FUZZ_SEED = '1', FUZZ_COUNT = 'Infinity' } = process.env
const forMs = Number(FUZZ_SECONDS) * 1000

test(
  'no input leads to a 5xx, a response slower than 2 s, an event loop blocked for 200 ms or 300 MB more memory',
  async () => {
    const server = await aFuzzServer()
    const report = await runFuzz(server, { seed: Number(FUZZ_SEED), forMs, count: Number(FUZZ_COUNT) })
    const { cases, byStatus, slowestMs, longestBlockMs, grownBytes, failures } = report
    const statuses = [...byStatus].map(([key, number]) => `${key}: ${number}`).toSorted((a, b) => a.localeCompare(b))
    process.stdout.write(
      `${cases} cases, slowest suspect ${Math.round(slowestMs)} ms, longest block of a suspect ${Math.round(longestBlockMs)} ms, memory grew by ${Math.round(grownBytes / 1e6)} MB\n${statuses.join(', ')}\n`,
    )
    expect(failures.join('\n\n')).toBe('')
    expect(cases).toBeGreaterThan(0)
  },
  forMs + 120_000,
)
