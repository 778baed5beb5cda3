import { isForeign, isOnItsWay } from '#src/offline/outbox/entry.ts'
import { actions } from './actions.ts'
import type { Act, Violation } from './monitor.ts'
import { type FaultWindow, NETWORK_FAULTS } from './network.ts'
import { act, watchView } from './person.ts'
import type { Random } from './random.ts'
import { createWorld, type Plan, type World } from './world.ts'

export interface History {
  seed: number
  violations: Violation[]
  acts: number
  /** The number of faults that occurred, by kind. */
  faults: ReadonlyMap<string, number>
  /** From the end of all faults until all entries were sent or parked, in ms. */
  healMs: number
}

const HOUR_MS = 3_600_000
/**
 * After the end of all faults: an hour of Retry-After, a clock set back by an hour, and some waits.
 */
const LONGEST_HEAL_MS = 3 * HOUR_MS

/**
 * One to four faults, two or three contexts, one or two members, one or five minutes with actions.
 */
function makePlan(random: Random): Plan {
  const healAt = random.between(30, 240) * 1000
  const faults = Array.from({ length: random.between(0, 3) }, (): FaultWindow => {
    const from = random.between(0, healAt)
    const until = Math.min(healAt, from + random.between(500, 120_000))
    return { fault: random.pick(NETWORK_FAULTS), from, until, percent: random.pick([20, 60, 100]) }
  })
  if (random.percent(10)) faults.push(...flapping(random, healAt))
  // Soon after a fault, so that it refuses a repeated request after its response was lost.
  const limitedFrom = Math.min(healAt, (faults[0]?.from ?? 0) + random.between(0, 20_000))
  return {
    isSpecOnly: random.percent(15),
    hasLocks: random.percent(85),
    faults,
    healAt,
    diskFaults: random.percent(20) ? random.pick([3, 15, 40]) : 0,
    limit: random.percent(30)
      ? {
          from: limitedFrom,
          until: Math.min(healAt, limitedFrom + random.between(5000, 60_000)),
          isFirst: random.percent(50),
        }
      : undefined,
  }
}

/** Alternates ten times a second. */
function flapping(random: Random, healAt: number): FaultWindow[] {
  const from = random.between(0, healAt - 10_000)
  return Array.from({ length: 40 }, (_, turn) => {
    const start = from + turn * 200
    return { fault: 'dropped', from: start, until: start + 100, percent: 100 }
  })
}

/** Runs `seed`'s history, always the same. `trace` is called with each event, one line each. */
export async function runHistory(seed: number, trace?: (line: string) => void): Promise<History> {
  const world = createWorld(seed, makePlan, trace)
  const { plan, scheduler, random, monitor } = world
  for (let tab = random.between(1, 2); tab > 0; tab--) world.open('page')
  if (random.percent(40)) plantForeign(world)
  for (let acts = random.between(2, 14); acts > 0; acts--) scheduleAct(world, random.between(0, plan.healAt - 1000))
  scheduleTrouble(world)

  await scheduler.runUntil(plan.healAt)
  const healMs = await heal(world)
  checkForeign(world)
  monitor.conclude(new Map(world.device.members().map((member) => [member, world.device.peek(member)])))
  const acts: Act[] = [...monitor.acts.values()]
  return { seed, violations: monitor.violations, acts: acts.length, faults: world.faultsMet, healMs }
}

function scheduleAct(world: World, at: number) {
  const { scheduler, random } = world
  scheduler.after(at, () => {
    const pages = world.pages()
    if (pages.length === 0) return
    const tab = random.pick(pages)
    const times = random.percent(15) ? random.between(2, 4) : 1 // request storms
    for (let turn = 0; turn < times; turn++) act(world, tab)
  })
  if (random.percent(60)) {
    scheduler.after(random.between(Math.max(0, at - random.pick([300, 100_000])), at), () => {
      for (const tab of world.pages()) tab.askFeed(() => watchView(world, tab))
    })
    scheduler.after(random.between(at, world.plan.healAt), () => {
      for (const tab of world.pages()) watchView(world, tab)
    })
  }
}

/** Schedules killed tabs, clock jumps, ended sessions, member changes and worker wakes. */
function scheduleTrouble(world: World) {
  const { scheduler, random, plan, device, met } = world
  const troubles = random.between(0, 3)
  const some = (percent: number, trouble: (at: number) => void) => {
    if (random.percent(percent)) trouble(random.between(0, plan.healAt - 2000))
  }
  const at = (when: number, name: string, event: () => void) =>
    scheduler.after(when, () => {
      met(name)
      event()
    })
  for (let turn = 0; turn < troubles; turn++) {
    some(30, (when) => at(when, 'tab killed', () => killOne(world)))
    some(12, (when) => at(when, 'browser killed', () => killAll(world)))
    some(25, (when) => at(when, 'worker woken', () => void world.open('worker')))
    some(15, (when) => at(when, 'second tab', () => void world.open('page')))
    some(15, (when) => at(when, 'online', () => backOnline(world)))
    some(15, (when) => at(when, 'clock turned', () => device.turnClock(random.pick([1, -1, 72, -72]) * HOUR_MS)))
    some(12, (when) => at(when, 'session ended', () => signInLater(world, null)))
    some(8, (when) => at(when, "another's session", () => signInLater(world, 'bo')))
    some(10, (when) => at(when, 'member changed', () => changeMember(world)))
    some(6, (when) => at(when, 'broadcast removed', () => world.server.removeBroadcast(1)))
  }
}

const backOnline = (world: World) => {
  for (const tab of world.pages()) void tab.drainer.wakeOnReturn()
}

function killOne(world: World) {
  const living = world.tabs.filter((tab) => tab.isAlive())
  if (living.length > 0) world.random.pick(living).kill()
  if (world.pages().length === 0) world.scheduler.after(world.random.between(100, 10_000), () => reopen(world))
}

function killAll(world: World) {
  for (const tab of world.tabs) if (tab.isAlive()) tab.kill()
  world.scheduler.after(world.random.between(100, 10_000), () => reopen(world))
}

const reopen = (world: World) => {
  if (world.pages().length === 0) world.open('page')
}

/** Removes the cookie or sets another member's; the device's member signs in again later. */
function signInLater(world: World, session: string | null) {
  world.cookie.session = session
  world.scheduler.after(world.random.between(1000, 60_000), () => signIn(world, world.record.name ?? 'ada'))
}

/**
 * Signs in as the app does: the previous member is signed out, the outbox resumes where it was
 * paused.
 */
function signIn(world: World, name: string) {
  const { record, cookie } = world
  cookie.session = name
  if (record.name !== name) {
    for (const tab of world.tabs) if (tab.isAlive()) tab.end()
    record.generation++
    world.monitor.forgetQuiet() // the server had requested it of the other member
    record.name = name
    world.open('page')
  }
  for (const tab of world.pages())
    tab.outbox.resume().then(
      () => tab.drainer.wake({ ignoreBackoff: true }),
      (error: unknown) => world.monitor.storeFailed(error),
    )
}

const changeMember = (world: World) => signIn(world, world.record.name === 'ada' ? 'bo' : 'ada')

/** Ends all faults and waits until each member's outbox has settled. */
async function heal(world: World): Promise<number> {
  const { plan, scheduler, device } = world
  const start = scheduler.now()
  for (const member of ['ada', 'bo']) {
    if (member === 'bo' && device.peek('bo').entries.length === 0) continue
    // Without a sign-in no event wakes the outbox: pending entries must schedule themselves.
    if (world.record.name !== member || world.cookie.session !== member) signIn(world, member)
    reopen(world)
    while (!isAtRest(world, member) && scheduler.now() < plan.healAt + 2 * LONGEST_HEAL_MS) {
      await scheduler.runUntil(scheduler.now() + (scheduler.now() - start < 10_000 ? 1000 : 30_000))
      reopen(world)
    }
  }
  const healMs = scheduler.now() - start
  // Requests still in transit arrive now.
  await scheduler.runUntil(scheduler.now() + 100_000)
  return healMs
}

function isAtRest({ device }: World, member: string): boolean {
  const { entries } = device.peek(member)
  const isTheirs = (lane: string) =>
    entries.some((entry) => entry.lane === lane && (isForeign(entry) || !actions.has(entry.action)))
  return entries.every((entry) => !isOnItsWay(entry) || isTheirs(entry.lane))
}

/** Plants a newer build's entries in their own lane, or before others. */
function plantForeign(world: World) {
  const { random, device } = world
  const isNewer = random.percent(50)
  const lane = isNewer ? 'like:2' : random.pick(['dm:cy', 'playlist:9'])
  const args = { user: 'ada', broadcastId: 2 }
  const common = { seq: 1, client_id: 'of-another-build', args, lane, attempts: 0, createdAt: 1, mood: 'odd' }
  const action = isNewer ? 'broadcasts.like' : 'playlists.add'
  device.plant('ada', { ...common, v: isNewer ? 2 : 1, action, status: 'queued' })
  world.met('entry of another build')
}

function checkForeign({ device, faultsMet, monitor }: World) {
  if (!faultsMet.has('entry of another build')) return
  const { entries } = device.peek('ada')
  const planted = entries.find((entry) => entry.client_id === 'of-another-build')
  if (planted?.status !== 'queued' || planted['mood'] !== 'odd' || planted.attempts !== 0)
    monitor.broken('I11', 'the entry of another build was changed or thrown away')
  const later = entries.filter((entry) => entry.lane === planted?.lane && entry.seq > 1 && entry.attempts > 0)
  if (later.length > 0) monitor.broken('I3', `${later.length} were sent past an entry of another build`)
}
