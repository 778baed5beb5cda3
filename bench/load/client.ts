import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { Db } from '#server/db/open.ts'
import { insertSession, sessionCookie } from '#server/http/session.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { createBoss } from '#server/queue/boss.ts'
import { createJobQueue } from '#server/queue/create-job-queue.ts'
import { createLogger } from '#server/telemetry/log.ts'
import { memberIdAt, nameAt } from './community.ts'

type Query = Readonly<Record<string, string | number>>

export interface SignedInMember {
  readonly id: number
  readonly name: string
  readonly cookie: string
}

/** Returns a client for the whole app over a database, without the network. */
export function createClient(db: Db, now: Date) {
  const config = readConfig({})
  const log = createLogger({ level: 'error', format: config.logFormat, now: () => now, write: console.error })
  const watch = { isAway: () => false, check: () => Promise.resolve(true), findClockError: () => undefined }
  const app = createApp({
    config,
    db,
    now: () => now,
    log,
    watch,
    metrics: createMetrics(),
    jobs: createJobQueue(createBoss(db)),
    port: () => 3000,
    areResponsesChecked: false,
  })
  const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  return {
    app,
    async signIn(place: number): Promise<SignedInMember> {
      const id = memberIdAt(place)
      return { id, name: nameAt(place), cookie: `${sessionCookie(config).name}=${await insertSession(db, id, now)}` }
    },
    /** Sends a GET request and returns the body. Throws if the status is not 200. */
    async get(as: SignedInMember, path: string, query: Query): Promise<string> {
      const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
      const url = `http://localhost:3000${path}?${new URLSearchParams(pairs)}`
      const response = await app.hono.request(url, { headers: { cookie: as.cookie } }, env)
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${path} answers ${response.status}: ${text}`)
      return text
    },
  }
}
export type Client = ReturnType<typeof createClient>
