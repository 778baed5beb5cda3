import { randomBytes } from 'node:crypto'
import { test as base, expect } from '@playwright/test'
import { turnDownloadsOff } from '../e2e/support/downloads.ts'
import { type Member, signUp } from '../e2e/support/people.ts'
import { type Server, startServer } from '../e2e/support/server.ts'
import { watchFaults } from '../e2e/support/watch.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import type { Subject } from './ledger.ts'
import { insertBroadcasts, insertListens, insertSwap, insertTracks } from './music.ts'
import { SHORT_WAITS } from './short-waits.ts'

/** Set for parallel runs, each with its own port. */
const PORT = Number(process.env['TORTURE_PORT'] ?? 4350)

/** A real server behind a proxy that can inject faults, with a member with broadcasts. */
export interface Place {
  readonly server: Server
  readonly proxy: FaultProxy
  /** The liked broadcasts' author. */
  readonly author: Member
  /** The proxy's delay before it forwards, in ms. */
  readonly delay: { ms: () => number }
  /** Whether workers that start now use short timeouts. */
  readonly waits: { areShort: boolean }
}

interface Fixtures {
  /**
   * Whether page and worker requests time out after 1.5 s (see short-waits.ts); not on slow
   * networks.
   */
  readonly areWaitsShort: boolean
  /** Whether pages download for offline use by themselves. */
  readonly areDownloadsOn: boolean
  readonly faults: readonly string[]
}

export const test = base.extend<Fixtures, { place: Place }>({
  areWaitsShort: [true, { option: true }],
  place: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, provide, info) => {
      const port = PORT + (info.parallelIndex % 10) * 2
      const settings = { PUBLIC_URL: `http://localhost:${port}`, LOG_LEVEL: 'warn' }
      const server = await startServer({ isDemo: false, port: port + 1, settings })
      const delay = { ms: () => 0 }
      const waits = { areShort: true }
      const proxy = await startFaultProxy({
        port,
        serverPort: port + 1,
        prelude: (path) => (path === '/sw.js' && waits.areShort ? SHORT_WAITS : undefined),
        delayMs: () => delay.ms(),
      })
      await insertTracks(server)
      await provide({ server, proxy, author: await signUp(server.url, 'author'), delay, waits })
      await proxy.close()
      await server.dispose()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ place }, provide) => provide(place.proxy.url),
  areDownloadsOn: [false, { option: true }],
  context: async ({ context, place, areWaitsShort, areDownloadsOn }, provide) => {
    place.waits.areShort = areWaitsShort
    if (!areDownloadsOn) await turnDownloadsOff(context)
    if (areWaitsShort) await context.addInitScript({ content: SHORT_WAITS })
    await provide(context)
  },
  faults: [
    async ({ context }, provide) => {
      const faults = watchFaults(context)
      await provide(faults)
      expect(faults, 'errors in the page or the worker').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

const token = () => randomBytes(4).toString('hex')

/** Two new members, and broadcasts for the first to act on, with a common name. */
export interface Scene extends Subject {
  readonly me: Member
  readonly another: Member
  /** A broadcast for the other member to like. */
  readonly forAnother: string
  /** The other member's swap that is waiting for the first one's rating, and its track. */
  readonly swapId: number
  readonly trackId: number
}

/** Creates a scene, directly in the database where a user would see no difference. */
export async function setScene({ server, author }: Place): Promise<Scene> {
  const id = token()
  const me = await signUp(server.url, 'ada')
  const another = await signUp(server.url, 'bo')
  const scene: Scene = {
    ...(await insertSwap(server, another.name, me.name)),
    me,
    another,
    member: me.name,
    other: another.name,
    like: `like-${id}`,
    unlike: `undone-${id}`,
    share: `share-${id}`,
    remove: `delete-${id}`,
    forAnother: `other-${id}`,
  }
  await insertListens(server, me.name)
  await insertBroadcasts(server, me.name, [scene.remove])
  await insertBroadcasts(server, author.name, [scene.forAnother, scene.unlike, scene.like])
  return scene
}
