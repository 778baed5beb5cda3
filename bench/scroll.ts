/**
 * `npm run bench -- scroll`: scrolls through ten thousand broadcasts on a phone's screen with the
 * processor slowed down, and prints the long tasks after the first second, and the page's memory at
 * its start, middle and end.
 */
import { parseArgs } from 'node:util'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findOrInstallChromium } from '../scripts/chromium.ts'
import { logIn, signUpWithListens } from '../tests/e2e/support/people.ts'
import { freePort, type Server, startServer } from '../tests/e2e/support/server.ts'

const { values } = parseArgs({
  options: {
    broadcasts: { type: 'string', default: '10000' },
    slowdown: { type: 'string', default: '4' },
    /** Prints the functions that took longest. */
    profile: { type: 'boolean', default: false },
  },
})
const BROADCASTS = Number(values.broadcasts)
const SLOWDOWN = Number(values.slowdown)
const VIEWPORT = { width: 390, height: 844 }
/** The longest task that a user does not notice, in ms. */
const LONG_MS = 50
const SETTLING_MS = 1000
/** A fast swipe: about three screens a second. */
const STEP_PX = 42

async function fillFeed(server: Server, author: string): Promise<void> {
  await server.query(
    `insert into broadcasts (author_id, type, title, track_id, created_at)
     select members.id, 'Track', 'Number ' || n || repeat(' and on it goes', n % 7), (select min(id) + n % 5 from tracks),
       now() - n * interval '1 minute'
     from members, generate_series(1, $2) as n where members.name = $1`,
    author,
    BROADCASTS,
  )
}

interface Scrolled {
  /**
   * Tasks over 50 ms after the first second, in ms on the slowed-down processor, with the feed's
   * position.
   */
  readonly long: readonly { readonly ms: number; readonly at: number }[]
  /** The last broadcast that was reached. */
  readonly reached: number
  readonly seconds: number
}

/** Runs in the page: scrolls frame by frame past `target` broadcasts. */
async function scrollThrough(target: number, step: number): Promise<Scrolled> {
  const reachedNow = () =>
    Number([...document.querySelectorAll('[role=feed] > article')].at(-1)?.getAttribute('aria-posinset') ?? 0)
  const long: { ms: number; at: number; startTime: number }[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) long.push({ ms: duration, at: reachedNow(), startTime })
  })
  observer.observe({ type: 'longtask' })
  const began = performance.now()
  let lastMove = began
  let last = 0
  let frames = 0
  const FRAMES_PER_CHECK = 20
  while (last < target && performance.now() - lastMove < 30_000) {
    scrollBy(0, step)
    await new Promise((done) => requestAnimationFrame(done))
    frames++
    // Checking costs the page's own processor time.
    if (frames % FRAMES_PER_CHECK !== 0) continue
    const now = reachedNow()
    if (now > last) lastMove = performance.now()
    last = Math.max(last, now)
  }
  await new Promise((done) => setTimeout(done, 200)) // the observer is called late
  observer.disconnect()
  const after = long.filter(({ startTime }) => startTime - began > 1000)
  return {
    long: after.map(({ ms, at }) => ({ ms: Math.round(ms), at })),
    reached: last,
    seconds: (performance.now() - began) / 1000,
  }
}

async function measureMemory(devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const getMetric = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { heapMB: getMetric('JSHeapUsedSize') / 1e6, nodes: getMetric('Nodes') }
}

async function openFeed(browser: Browser, server: Server): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ baseURL: server.url, viewport: VIEWPORT, hasTouch: true })
  const page = await context.newPage()
  const member = await signUpWithListens(server.url)
  await fillFeed(server, member.name)
  await logIn(page, member)
  await page.goto('/')
  await page.locator('[role=feed] > article[data-index]').first().waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await new Promise((done) => setTimeout(done, SETTLING_MS))
  return { page, devtools }
}

/** Returns a profile's self times, the largest first. */
async function runWithProfile<T>(devtools: CDPSession, work: () => Promise<T>): Promise<T> {
  if (!values.profile) return work()
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.start')
  const result = await work()
  const { profile } = await devtools.send('Profiler.stop')
  const self = new Map<string, number>()
  const name = new Map(
    profile.nodes.map(({ id, callFrame }) => [
      id,
      `${callFrame.functionName || '(anonymous)'} ${callFrame.url.split('/').at(-1)}:${callFrame.lineNumber}:${callFrame.columnNumber}`,
    ]),
  )
  for (const [at, id] of (profile.samples ?? []).entries()) {
    const key = name.get(id) ?? '?'
    self.set(key, (self.get(key) ?? 0) + (profile.timeDeltas?.[at] ?? 0) / 1000)
  }
  const largest = [...self].toSorted(([, a], [, b]) => b - a).slice(0, 25)
  console.log(largest.map(([key, ms]) => `${ms.toFixed(0).padStart(7)} ms  ${key}`).join('\n'))
  return result
}

const server = await startServer({ isDemo: true, port: await freePort() })
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: chromiumArguments })
try {
  const { page, devtools } = await openFeed(browser, server)
  const printMemory = async (when: string) => {
    const { heapMB, nodes } = await measureMemory(devtools)
    console.log(`${when.padEnd(8)} heap ${heapMB.toFixed(1)} MB, ${nodes} nodes`)
  }
  await printMemory('start')
  const halves: Scrolled[] = []
  for (const [when, target] of [
    ['middle', BROADCASTS / 2],
    ['end', BROADCASTS],
  ] as const) {
    halves.push(await runWithProfile(devtools, () => page.evaluate(`(${scrollThrough})(${target}, ${STEP_PX})`)))
    await printMemory(when)
  }
  const long = halves.flatMap((it) => it.long)
  const seconds = halves.reduce((sum, half) => sum + half.seconds, 0)
  const reached = halves.at(-1)?.reached ?? 0
  console.log(`${reached} broadcasts in ${seconds.toFixed(0)} s, processor slowed down ${SLOWDOWN} times`)
  const longest = Math.max(0, ...long.map(({ ms }) => ms))
  console.log(`tasks over ${LONG_MS} ms: ${long.length}, the longest ${longest} ms`)
  for (const { ms, at } of long.toSorted((a, b) => b.ms - a.ms).slice(0, 10)) console.log(`  ${ms} ms at ${at}`)
  process.exitCode = reached >= BROADCASTS && long.length === 0 ? 0 : 1
} finally {
  await browser.close()
  await server.dispose()
}
