import { createDevice, type Device } from './device.ts'
import { createMonitor } from './monitor.ts'
import { createNetwork, type FaultWindow } from './network.ts'
import { createRandom, type Random } from './random.ts'
import { createScheduler } from './scheduler.ts'
import { createServer } from './server.ts'
import { openTab, type Surroundings, type Tab } from './tab.ts'

/** This history's difficulties besides the network's faults. */
export interface Plan {
  isSpecOnly: boolean
  hasLocks: boolean
  faults: FaultWindow[]
  /** When all faults and all actions end, in ms. */
  healAt: number
  /** The percentage of disk steps that fail until then. */
  diskFaults: number
  /** When the daily message limit is used up, in ms. */
  limit: { from: number; until: number; isFirst: boolean } | undefined
}

/** One household's browser, its server, and the faults between them. */
export interface World extends Surroundings {
  plan: Plan
  tabs: Tab[]
  faultsMet: Map<string, number>
  /** Returns a text that was not used before. */
  word: () => string
  open: (kind: 'page' | 'worker') => Tab | undefined
  pages: () => Tab[]
  met: (fault: string) => void
}

/**
 * After these the device may have lost, or may ignore, the time until which the server wants no
 * requests.
 */
const FORGETTING: ReadonlySet<string> = new Set([
  'tab killed',
  'browser killed',
  'clock turned',
  'member changed',
  'session ended',
  "another's session",
])

export function createWorld(seed: number, makePlan: (random: Random) => Plan, trace?: (line: string) => void): World {
  const random = createRandom(seed)
  const plan = makePlan(random)
  const scheduler = createScheduler()
  const isLimited = () => {
    const { from, until, isFirst } = plan.limit ?? { from: 0, until: 0, isFirst: false }
    const isNow = from <= scheduler.now() && scheduler.now() < until
    return isNow && isFirst ? 'first' : isNow
  }
  const server = createServer({ isSpecOnly: plan.isSpecOnly, isLimited })
  const faultsMet = new Map<string, number>()
  const met = (fault: string) => {
    trace?.(`${scheduler.now()} fault: ${fault}`)
    if (FORGETTING.has(fault)) monitor.forgetQuiet()
    faultsMet.set(fault, (faultsMet.get(fault) ?? 0) + 1)
  }
  const isHealed = () => scheduler.now() >= plan.healAt
  let ids = 0
  let words = 0

  const monitor = createMonitor({
    server,
    isSpecOnly: plan.isSpecOnly,
    hasLocks: plan.hasLocks,
    now: () => device.now(),
    elapsed: scheduler.now,
    after: scheduler.after,
    hadProxyPages: () => faultsMet.has('page of a proxy'),
    trace: trace && ((line) => trace(`${scheduler.now()} ${line}`)),
    hadBrowserResends: () => faultsMet.has('sent again by the browser'),
  })
  const device: Device = createDevice({
    scheduler,
    random,
    watcher: monitor,
    hasLocks: plan.hasLocks,
    diskFault: (isWrite) => {
      if (isHealed() || !random.percent(plan.diskFaults)) return undefined
      const fault = isWrite ? random.pick(['full', 'broken', 'died'] as const) : 'broken'
      met(`disk ${fault}`)
      return fault
    },
  })
  const cookie: World['cookie'] = { session: 'ada' }
  const network = createNetwork({
    scheduler,
    random,
    server,
    faults: plan.faults,
    session: () => cookie.session,
    clock: device.now,
    onFault: met,
    onQuiet: (client_id, ms) => {
      // A failed step may have lost it.
      if (plan.diskFaults === 0) monitor.askedForQuiet(client_id, scheduler.now(), scheduler.now() + ms)
    },
  })

  const world: World = {
    plan,
    scheduler,
    random,
    server,
    device,
    network,
    monitor,
    isSpecOnly: plan.isSpecOnly,
    record: { name: 'ada', generation: 0 },
    cookie,
    tabs: [],
    faultsMet,
    met,
    uuid: () => `00000000-0000-4000-8000-${(++ids * 16).toString(16).padStart(12, '0')}`,
    word: () => `word ${++words}`,
    pollMs: () => (isHealed() ? 300_000 : random.between(15_000, 30_000)),
    freeSpace: () => {},
    announce: (from) => {
      for (const tab of world.tabs)
        if (tab !== from && tab.isAlive())
          scheduler.after(random.between(1, 35), () => tab.isAlive() && void tab.reload())
    },
    oldestResponse: (member) => {
      const held = world.tabs
        .filter((tab) => tab.isAlive() && tab.member === member)
        .map((tab) => tab.requestedAtRev() ?? 0)
      return Math.min(...held)
    },
    open: (kind) => {
      const { name } = world.record
      if (name === null) return undefined
      world.tabs = world.tabs.filter((tab) => tab.isAlive())
      const tab = openTab(world, name, kind)
      world.tabs.push(tab)
      tab.start()
      return tab
    },
    pages: () => world.tabs.filter((tab) => tab.isAlive() && tab.kind === 'page'),
  }
  return world
}
