import fc from 'fast-check'
import { contractCase } from './contract-cases.ts'
import { importCase, pictureCase } from './file-cases.ts'
import { describeCase, type FuzzCase } from './fuzz-case.ts'
import type { FuzzServer } from './fuzz-server.ts'
import { playerCase } from './player-cases.ts'
import { rawCase } from './raw-cases.ts'

const anyCase: fc.Arbitrary<FuzzCase> = fc.oneof(
  { weight: 12, arbitrary: contractCase },
  { weight: 6, arbitrary: playerCase },
  { weight: 2, arbitrary: rawCase },
  { weight: 1, arbitrary: pictureCase },
  { weight: 2, arbitrary: importCase },
)

/** Returns a seed's case: always the same one. */
function caseOf(seed: number): FuzzCase {
  const [found] = fc.sample(anyCase, { seed, numRuns: 1 })
  if (found === undefined) throw new Error('fast-check made no case.')
  return found
}

/** A shorter body is read to its end when the request is refused. */
const RESPONSE_SEEN_BYTES = 1_000_000
const RESPONSE_MAX_MS = 2000
const BLOCK_MAX_MS = 200
const GROWTH_MAX_BYTES = 300_000_000
/** Sent in parallel, so that a block affects other requests. */
const BATCH = 8
/** A slow response or a block counts if it repeats alone: the machine may have been busy. */
const REPEATS = 3

interface FuzzReport {
  readonly cases: number
  readonly byStatus: ReadonlyMap<string, number>
  readonly slowestMs: number
  readonly longestBlockMs: number
  readonly grownBytes: number
  /** Empty if there is none. Each has the seed and the input. */
  readonly failures: readonly string[]
}

interface Running {
  readonly server: FuzzServer
  readonly failures: string[]
  readonly byStatus: Map<string, number>
  slowestMs: number
  longestBlockMs: number
}

/**
 * Sends the cases for `seed`, `seed + 1`, ... until the time is over or `failuresMax` are found.
 */
export async function runFuzz(
  server: FuzzServer,
  {
    seed,
    forMs,
    count = Number.POSITIVE_INFINITY,
    failuresMax = 10,
  }: { seed: number; forMs: number; count?: number; failuresMax?: number },
): Promise<FuzzReport> {
  const running: Running = { server, failures: [], byStatus: new Map(), slowestMs: 0, longestBlockMs: 0 }
  await server.blockedMs()
  let baseBytes = server.rssBytes()
  const until = performance.now() + forMs
  let cases = 0
  while (cases < count && performance.now() < until && running.failures.length < failuresMax) {
    const seeds = Array.from({ length: Math.min(BATCH, count - cases) }, (_, place) => seed + cases + place)
    await runBatch(running, seeds)
    cases += seeds.length
    // Memory after the first requests is the baseline, not growth.
    if (cases <= BATCH * 10) baseBytes = server.rssBytes()
    const grown = server.rssBytes() - baseBytes
    if (grown > GROWTH_MAX_BYTES) {
      running.failures.push(`memory grew by ${Math.round(grown / 1e6)} MB\n${seeds.map(shown).join('\n')}`)
      baseBytes = server.rssBytes()
    }
    if (server.process.child.exitCode !== null || server.process.child.signalCode !== null) {
      running.failures.push(`the server process ended\n${seeds.map(shown).join('\n')}`)
      break
    }
  }
  const { failures, byStatus, slowestMs, longestBlockMs } = running
  return { cases, byStatus, slowestMs, longestBlockMs, failures, grownBytes: server.rssBytes() - baseBytes }
}

async function runBatch(running: Running, seeds: readonly number[]): Promise<void> {
  const suspects = new Set<number>()
  const outcomes = await Promise.all(seeds.map(async (seed) => ({ seed, ...(await send(running, seed)) })))
  for (const { seed, status, ms } of outcomes) {
    if (status !== undefined && status >= 500) running.failures.push(`status ${status}\n${shown(seed)}`)
    if (ms > RESPONSE_MAX_MS) suspects.add(seed)
  }
  if ((await running.server.blockedMs()) > BLOCK_MAX_MS) for (const seed of seeds) suspects.add(seed)
  for (const seed of suspects) await repeatAlone(running, seed)
}

async function send({ server, byStatus, failures }: Running, seed: number) {
  const fuzzCase = caseOf(seed)
  let outcome = await server.send(fuzzCase)
  // A keep-alive connection may have been closed just then: one that is closed again is closed
  // because of this input. A body that is too long is cut off, and its sender may not see the
  // response.
  const mustRespond = fuzzCase.kind !== 'raw' && fuzzCase.body.length < RESPONSE_SEEN_BYTES
  if (outcome.status === undefined && mustRespond) outcome = await server.send(fuzzCase)
  if (outcome.status === undefined && mustRespond) failures.push(`no response\n${shown(seed)}`)
  const key = `${fuzzCase.kind} ${outcome.status ?? 'closed'}`
  byStatus.set(key, (byStatus.get(key) ?? 0) + 1)
  return outcome
}

async function repeatAlone(running: Running, seed: number): Promise<void> {
  let [ms, blockedMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let turn = 0; turn < REPEATS; turn++) {
    await running.server.blockedMs()
    const outcome = await send(running, seed)
    ms = Math.min(ms, outcome.ms)
    blockedMs = Math.min(blockedMs, await running.server.blockedMs())
  }
  running.slowestMs = Math.max(running.slowestMs, ms)
  running.longestBlockMs = Math.max(running.longestBlockMs, blockedMs)
  if (ms > RESPONSE_MAX_MS) running.failures.push(`a response after ${Math.round(ms)} ms\n${shown(seed)}`)
  if (blockedMs > BLOCK_MAX_MS)
    running.failures.push(`the event loop blocked for ${Math.round(blockedMs)} ms\n${shown(seed)}`)
}

const shown = (seed: number) => `seed ${seed} (npm run fuzz -- --replay ${seed})\n${describeCase(caseOf(seed))}`
