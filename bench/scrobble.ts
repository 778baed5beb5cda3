/**
 * `npm run bench -- scrobble --seconds 4 --rounds 5`: sends 1,000 single scrobbles per second over
 * 32 connections for 30 seconds, and measures response times and how long scrobbles wait for
 * aggregation. Then measures how many scrobbles per second the server accepts, one and 50 per
 * request. At the end all accepted scrobbles must be stored once.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { session, signUp } from '#tests/e2e/support/people.ts'
import { spawnServer, UNLIMITED } from './load/api-server.ts'
import { median } from './load/measure.ts'
import { openLanes } from './load/request-lanes.ts'
import { createLoad, type Figures, percentile } from './load/scrobbles.ts'

const { values } = parseArgs({
  options: {
    concurrency: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    'steady-rate': { type: 'string', default: '1000' },
    'steady-seconds': { type: 'string', default: '30' },
  },
})
const [concurrency, seconds, rounds] = [Number(values.concurrency), Number(values.seconds), Number(values.rounds)]
const MEMBERS = 50
const SCROBBLES_PER_BATCH = 50
/** How far back each kind's listens begin: the server rejects listens in the future. */
const HISTORY_SECONDS = 60_000_000

const server = await spawnServer({
  RATE_LIMIT_SIGN_UPS: UNLIMITED,
  RATE_LIMIT_LOGINS: UNLIMITED,
  RATE_LIMIT_SCROBBLES: UNLIMITED,
  RATE_LIMIT_ADDRESS_SCROBBLES: UNLIMITED,
})
try {
  await run(server.url)
} catch (error) {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
} finally {
  await server.stop()
}

async function run(url: string): Promise<void> {
  const address = findEmbedded(server.dataDir)
  if (address === undefined) throw new Error('The embedded database does not run.')
  const tokens = await Promise.all(Array.from({ length: MEMBERS }, () => createToken(url)))
  const client = new pg.Client(address)
  await client.connect()
  const lanes = await openLanes(url, concurrency)
  const now = Math.floor(Date.now() / 1000)
  const single = createLoad(lanes, concurrency, { tokens, since: now - HISTORY_SECONDS, perRequest: 1 })
  const since = now - 10 * HISTORY_SECONDS
  const batch = createLoad(lanes, concurrency, { tokens, since, perRequest: SCROBBLES_PER_BATCH })
  const warmUp = await single({ seconds: 3 })
  await untilAggregated(client)
  // First: the jobs that follow a million scrobbles would compete with it.
  const steady = await measure('single at a steady rate', client, () =>
    single({ seconds: Number(values['steady-seconds']), requestsPerSecond: Number(values['steady-rate']) }),
  )
  const [singles, batches]: [Figures[], Figures[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    singles.push(await measure('single', client, () => single({ seconds })))
    batches.push(await measure(`${SCROBBLES_PER_BATCH} per request`, client, () => batch({ seconds })))
  }
  lanes.end()
  print(`median of ${rounds} rounds, single: ${describe(singles)}`)
  print(`median of ${rounds} rounds, ${SCROBBLES_PER_BATCH} per request: ${describe(batches)}`)
  const accepted = [warmUp, ...singles, ...batches, steady].reduce((sum, figures) => sum + figures.accepted, 0)
  await checkStored(client, accepted)
  await client.end()
}

async function measure(name: string, client: pg.Client, load: () => Promise<Figures>): Promise<Figures> {
  const watch = watchOldest(client)
  const figures = await load()
  const endedAt = performance.now()
  const ages = await watch.stop()
  await untilAggregated(client)
  const drainMs = Math.round(performance.now() - endedAt)
  const [usual, worst] = [Math.round(median(ages)), Math.round(Math.max(0, ...ages))]
  print(
    `  ${name}: ${describe([figures])}; oldest pending ${usual} ms (median), ${worst} ms (worst), aggregated ${drainMs} ms after the last request`,
  )
  return figures
}

function describe(runs: readonly Figures[]): string {
  const rate = median(runs.map((run) => run.acceptedPerSecond))
  const latency = (share: number) => median(runs.map((run) => percentile(run.latencies, share))).toFixed(1)
  return `${Math.round(rate)} scrobbles per second, p50 ${latency(0.5)} ms, p99 ${latency(0.99)} ms`
}

/** Samples the oldest unaggregated scrobble's age, in ms. */
function watchOldest(client: pg.Client) {
  const ages: number[] = []
  let isStopped = false
  const sample = async (): Promise<void> => {
    if (isStopped) return
    const { rows } = await client.query<{ ms: number }>(
      'select (1000 * extract(epoch from clock_timestamp() - received_at))::float8 as ms from scrobble_inbox order by id limit 1',
    )
    ages.push(rows[0]?.ms ?? 0)
    await wait(100)
    return sample()
  }
  const sampling = sample()
  return {
    async stop(): Promise<readonly number[]> {
      isStopped = true
      await sampling
      return ages
    },
  }
}

async function untilAggregated(client: pg.Client): Promise<void> {
  while ((await client.query('select from scrobble_inbox limit 1')).rows.length > 0) await wait(20)
}

async function createToken(url: string): Promise<string> {
  const member = await signUp(url)
  const target = `${url}/api/user/create-scrobble-token?user=${member.name}&name=bench`
  const response = await fetch(target, { method: 'POST', headers: { cookie: await session(url, member) } })
  const { token } = (await response.json()) as { token: string }
  return token
}

/**
 * Throws unless every accepted scrobble is stored and counted once, in a database that flushes
 * commits to disk.
 */
async function checkStored(client: pg.Client, accepted: number): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(`select (select count(*) from listens) as listens,
    (select sum(plays) from plays_daily) as by_day, (select sum(plays) from artist_plays) as by_artist,
    (select sum(listens) from listen_sources) as by_source,
    current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`)
  const { fsync, synchronous_commit, ...counts } = rows[0] ?? {}
  print(
    `accepted ${accepted}; stored ${JSON.stringify(counts)}; fsync ${fsync}, synchronous_commit ${synchronous_commit}`,
  )
  if (Object.values(counts).some((count) => Number(count) !== accepted))
    throw new Error('The stored listens differ from the accepted scrobbles.')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
