import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchDatabase } from './watch.ts'

/** A database that hangs or refuses connections when a test sets its mode. */
function createDatabase() {
  const hung: (() => void)[] = []
  const state = { mode: 'up' as 'up' | 'hung' | 'down', opened: 0, closed: 0, pings: 0, closes: 0, aheadMs: 0 }
  const respond = async () => {
    state.pings++
    if (state.mode === 'down' || state.closes-- > 0) throw new Error('down')
    if (state.mode === 'hung') await new Promise<void>((resolve) => hung.push(resolve))
    return Date.now() + state.aheadMs
  }
  const openProbe = async () => {
    await respond()
    state.opened++
    const closing = Promise.withResolvers<never>()
    closing.promise.catch(() => {})
    const close = () => {
      state.closed++
      closing.reject(new Error('closed'))
    }
    return { ping: () => Promise.race([respond(), closing.promise]), close }
  }
  /** Ends the calls that hang. */
  const release = () => {
    for (const resolve of hung.splice(0)) resolve()
  }
  return { state, openProbe, release }
}

function watch(openProbe: ReturnType<typeof createDatabase>['openProbe']) {
  const [onAway, onBack] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const onClock = vi.fn<(error: string | undefined) => void>()
  const watched = watchDatabase({ openProbe, onAway, onBack, onClock, everyMs: 5, awayAfterMs: 50 })
  onTestFinished(() => watched.stop())
  return { watched, onAway, onBack, onClock }
}

test('a database that responds is not away, and is pinged over one connection', async () => {
  const { state, openProbe } = createDatabase()
  const { watched, onAway } = watch(openProbe)
  expect(await watched.check(1000)).toBe(true)
  await expect.poll(() => state.pings).toBeGreaterThan(5)
  expect([watched.isAway(), state.opened, onAway.mock.calls.length]).toEqual([false, 1, 0])
})

test.each(['hung', 'down'] as const)('a database that is %s is away until it responds', async (mode) => {
  const { state, openProbe } = createDatabase()
  const { watched, onAway, onBack } = watch(openProbe)
  await watched.check(1000)
  state.mode = mode
  await expect.poll(() => watched.isAway()).toBe(true)
  await wait(120)
  expect([onAway.mock.calls.length, onBack.mock.calls.length]).toEqual([1, 0])
  state.mode = 'up'
  await expect.poll(() => watched.isAway()).toBe(false)
  expect([onAway.mock.calls.length, onBack.mock.calls.length]).toEqual([1, 1])
})

test('a connection that the database closes is replaced without an outage', async () => {
  const { state, openProbe } = createDatabase()
  const { watched, onAway } = watch(openProbe)
  await watched.check(1000)
  state.closes = 1
  await expect.poll(() => state.opened).toBe(2)
  expect([watched.isAway(), onAway.mock.calls.length]).toEqual([false, 0])
})

test('no connection is left over after outages', async () => {
  const { state, openProbe, release } = createDatabase()
  const { watched } = watch(openProbe)
  for (let outage = 1; outage <= 3; outage++) {
    await watched.check(1000)
    state.mode = 'hung'
    await expect.poll(() => watched.isAway()).toBe(true)
    await wait(120)
    release()
    state.mode = 'up'
    await expect.poll(() => watched.isAway()).toBe(false)
  }
  await wait(50)
  expect(state.opened - state.closed).toBe(1)
})

test('a check of a hung database resolves to false in time', async () => {
  const { state, openProbe } = createDatabase()
  const { watched } = watch(openProbe)
  await watched.check(1000)
  state.mode = 'hung'
  const startedAt = performance.now()
  expect(await watched.check(20)).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(5000)
})

test('stopping does not wait for a hung database', async () => {
  const { state, openProbe } = createDatabase()
  state.mode = 'hung'
  const { watched } = watch(openProbe)
  const isStopped = await Promise.race([watched.stop().then(() => true), wait(1000, false)])
  expect(isStopped).toBe(true)
})

test.each([
  [-200_000, /^The clock of this process is 200 s ahead of the database's: at most 120 s are accepted\.$/],
  [200_000, /^The clock of this process is (?:199|200) s behind the database's: at most 120 s are accepted\.$/],
])('a clock that differs by more than two minutes is reported once (database %s ms ahead)', async (aheadMs, reason) => {
  const { state, openProbe } = createDatabase()
  const { watched, onClock } = watch(openProbe)
  state.aheadMs = aheadMs
  await expect.poll(() => watched.findClockError()).toMatch(reason)
  await wait(50)
  expect(onClock.mock.calls).toEqual([[expect.stringMatching(reason)]])
  state.aheadMs = 60_000
  await expect.poll(() => onClock.mock.calls.at(-1)).toEqual([undefined])
  expect(watched.findClockError()).toBeUndefined()
})
