import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { locateFolder } from '#server/db/embedded/folder.ts'
import { session, signUp } from '#tests/e2e/support/people.ts'
import { freePort } from '#tests/e2e/support/server.ts'
import { seedFeed, seedViewer } from './feed.ts'
import { processorMs, processorMsIn } from './processor-time.ts'
import { type LaneRequest, openLanes } from './request-lanes.ts'
import { percentile } from './scrobbles.ts'

/** A server of one checkout over its own engine with a seeded feed. */
export interface FeedSubject {
  readonly name: string
  /** Sends the same request over `lanes` connections for `seconds`. */
  measure(lanes: number, seconds: number, isRepeat: boolean): Promise<FeedFigures>
  stop(): Promise<void>
}

export interface FeedFigures {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time per request, in ms. */
  readonly nodeMs: number
  readonly postgresMs: number
}

interface SubjectOptions {
  readonly name: string
  /** The folder of the checkout, with its dependencies installed. */
  readonly checkout: string
  readonly broadcasts: number
}

const UNLIMITED = '900000000,1000000'

export async function startSubject({ name, checkout, broadcasts }: SubjectOptions): Promise<FeedSubject> {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-feed-'))
  // The engine's user must be able to enter it.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = spawn(process.execPath, ['--max-semi-space-size=4', 'server/main.ts', '--api-only'], {
    cwd: checkout,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DEMO: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_READS: UNLIMITED,
      RATE_LIMIT_ADDRESS_READS: UNLIMITED,
    },
  })
  server.stderr.pipe(process.stderr)
  const exited = new Promise((resolve) => server.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (text: Buffer) => text.includes('Flipside is at') && resolve())
    server.once('exit', () => reject(new Error(`The server of ${name} did not start.`)))
  })
  const stop = async () => {
    server.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `http://localhost:${port}`
  const request = await prepare(url, join(folder, 'data'), broadcasts).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const engine = realpathSync(locateFolder(join(folder, 'data')).data)
  return {
    name,
    async measure(lanes, seconds, isRepeat) {
      const [nodeBefore, postgresBefore] = [processorMs(server.pid ?? 0), processorMsIn(engine)]
      const { latencies, elapsedMs } = await run(url, isRepeat ? request.repeated : request.first, lanes, seconds)
      const sorted = latencies.toSorted((a, b) => a - b)
      return {
        perSecond: (1000 * latencies.length) / elapsedMs,
        p50Ms: percentile(sorted, 0.5),
        p99Ms: percentile(sorted, 0.99),
        nodeMs: (processorMs(server.pid ?? 0) - nodeBefore) / latencies.length,
        postgresMs: (processorMsIn(engine) - postgresBefore) / latencies.length,
      }
    },
    stop,
  }
}

/**
 * Seeds the community and returns the request of a member, without and with the current version.
 */
async function prepare(url: string, dataDir: string, broadcasts: number) {
  const address = findEmbedded(dataDir)
  if (address === undefined) throw new Error('The embedded database does not run.')
  const client = new pg.Client(address)
  await client.connect()
  await seedFeed(client, broadcasts)
  const member = await signUp(url)
  await seedViewer(client, member.name)
  await client.end()
  const cookie = await session(url, member)
  const path = `/api/get-broadcasts?current_user=${member.name}&limit=50`
  const first: LaneRequest = { method: 'GET', path, headers: { Cookie: cookie }, status: 200 }
  const lanes = await openLanes(url, 1)
  const { etag = '', body } = await lanes.send(0, first)
  lanes.end()
  if (JSON.parse(body).broadcasts.length !== 50) throw new Error('The feed does not have 50 broadcasts.')
  const repeated: LaneRequest = { ...first, headers: { Cookie: cookie, 'If-None-Match': etag }, status: 304 }
  return { first, repeated }
}

async function run(url: string, request: LaneRequest, laneCount: number, seconds: number) {
  const lanes = await openLanes(url, laneCount)
  const latencies: number[] = []
  const startedAt = performance.now()
  const runLane = async (lane: number): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1000) {
      const sentAt = performance.now()
      await lanes.send(lane, request)
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: laneCount }, (_, lane) => runLane(lane)))
  const elapsedMs = performance.now() - startedAt
  lanes.end()
  return { latencies, elapsedMs }
}
