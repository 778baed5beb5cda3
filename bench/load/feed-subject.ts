import { realpathSync } from 'node:fs'
import pg from 'pg'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { locateFolder } from '#server/db/embedded/folder.ts'
import { session, signUp } from '#tests/e2e/support/people.ts'
import { spawnServer, UNLIMITED } from './api-server.ts'
import { seedFeed, seedViewer } from './feed.ts'
import { processorMs, processorMsIn } from './processor-time.ts'
import { type LaneRequest, openLanes } from './request-lanes.ts'
import { percentile } from './scrobbles.ts'
import { OTHER, PLAYED_ARTIST, seedReads } from './seed-reads.ts'

/** One checkout's server over its own engine with a seeded community. */
export interface FeedSubject {
  readonly name: string
  /** Sends the same request over `lanes` connections for `seconds`. */
  measure(read: ReadName, lanes: number, seconds: number): Promise<FeedFigures>
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
  /** The checkout's folder, with its dependencies installed. */
  readonly checkout: string
  readonly broadcasts: number
}

/** The reads that can be measured; `unchanged` ones send If-None-Match. */
export type ReadName = keyof typeof PATHS | `${Tagged}, unchanged`
type Tagged = (typeof TAGGED)[number]

const PATHS = {
  feed: (name: string) => `/api/get-broadcasts?current_user=${name}&limit=50`,
  conversation: (name: string) => `/api/user/direct-messages?user=${name}&conversant=${OTHER}&limit=50`,
  profile: (name: string) => `/api/user/profile?user=${OTHER}&current_user=${name}`,
  leaderboard: (name: string) =>
    `/api/artist/top-listeners?artist=${encodeURIComponent(PLAYED_ARTIST)}&limit=50&current_user=${name}`,
  swaps: (name: string) => `/api/get-song-swaps?user=${name}&limit=50`,
  status: () => '/api/user/status',
} as const
const TAGGED = ['feed', 'conversation', 'swaps'] as const

export async function startSubject({ name, checkout, broadcasts }: SubjectOptions): Promise<FeedSubject> {
  const limits = { RATE_LIMIT_READS: UNLIMITED, RATE_LIMIT_ADDRESS_READS: UNLIMITED }
  const { url, dataDir, pid, stop } = await spawnServer(limits, checkout)
  const requests = await prepare(url, dataDir, broadcasts).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const engine = realpathSync(locateFolder(dataDir).data)
  return {
    name,
    async measure(read, lanes, seconds) {
      const request = requests.get(read)
      if (request === undefined) throw new Error(`There is no request for ${read}.`)
      const [nodeBefore, postgresBefore] = [processorMs(pid), processorMsIn(engine)]
      const { latencies, elapsedMs } = await run(url, request, lanes, seconds)
      const sorted = latencies.toSorted((a, b) => a - b)
      return {
        perSecond: (1000 * latencies.length) / elapsedMs,
        p50Ms: percentile(sorted, 0.5),
        p99Ms: percentile(sorted, 0.99),
        nodeMs: (processorMs(pid) - nodeBefore) / latencies.length,
        postgresMs: (processorMsIn(engine) - postgresBefore) / latencies.length,
      }
    },
    stop,
  }
}

/** Seeds the community and returns a member's requests. */
async function prepare(url: string, dataDir: string, broadcasts: number): Promise<Map<ReadName, LaneRequest>> {
  const address = findEmbedded(dataDir)
  if (address === undefined) throw new Error('The embedded database does not run.')
  const client = new pg.Client(address)
  await client.connect()
  await seedFeed(client, broadcasts)
  const member = await signUp(url)
  await seedViewer(client, member.name)
  await seedReads(client, member.name, broadcasts)
  await client.end()
  const cookie = await session(url, member)
  const lanes = await openLanes(url, 1)
  const requests = new Map<ReadName, LaneRequest>()
  for (const [read, toPath] of Object.entries(PATHS) as [keyof typeof PATHS, (name: string) => string][]) {
    const first: LaneRequest = { method: 'GET', path: toPath(member.name), headers: { Cookie: cookie }, status: 200 }
    requests.set(read, first)
    const { etag = '', body } = await lanes.send(0, first)
    if (read === 'feed' && JSON.parse(body).broadcasts.length !== 50)
      throw new Error('The feed does not have 50 broadcasts.')
    const tagged = TAGGED.find((name) => name === read)
    if (tagged !== undefined)
      requests.set(`${tagged}, unchanged`, {
        ...first,
        headers: { Cookie: cookie, 'If-None-Match': etag },
        status: 304,
      })
  }
  lanes.end()
  return requests
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
