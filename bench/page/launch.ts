import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { sumBytes, watchScripts } from '../../tests/e2e/support/loaded-scripts.ts'
import { type Member, rememberLogIn } from '../../tests/e2e/support/people.ts'
import { createReusedBrowser } from '../../tests/e2e/support/reused-browser.ts'

/**
 * The times until a launch's milestones, in ms since the navigation began; undefined for those not
 * reached.
 */
export interface Launch {
  readonly firstPaint: number | undefined
  readonly firstBroadcast: number | undefined
  /** Cumulative layout shift until the page is watched no longer. */
  readonly shift: number
  /** The total duration of long tasks until then, and their part beyond 50 ms each. */
  readonly longTasks: number
  readonly blocking: number
  /** JavaScript that the page has received until then, in kB as sent. */
  readonly scripts: number
}

export interface Conditions {
  /** The factor by which the processor is slowed down. */
  readonly slowdown: number
  /** Slow 4G as in Lighthouse; `offline` disconnects the page and its worker. */
  readonly network: 'slow' | 'offline'
}

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
/** 1.6 Mbps down, 750 kbps up, 150 ms. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const TIMEOUT_MS = 20_000
/** A page is watched for this time, which is longer than any first paint takes here. */
const WATCHED_MS = 5000
/** Beyond this a task is long, and blocks input. */
const LONG_MS = 50

interface Seen {
  /** The start of the frame that paints the first broadcast, and the task after it. */
  frame?: number
  firstBroadcast?: number
  shift: number
  tasks: number[]
}

/** Runs in the page: records the time from each tap to the next paint, in ms, in steps of 8. */
function watchTaps() {
  const taps: Record<number, number> = {}
  Object.assign(globalThis, { taps })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId > 0) taps[interactionId] = Math.max(taps[interactionId] ?? 0, duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/**
 * Runs in the page before its own scripts: records the first painted broadcast with a text, layout
 * shifts and long tasks.
 */
function watch() {
  const seen: Seen = { shift: 0, tasks: [] }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const check = () => {
    if (!document.querySelector('[role=feed] article')?.textContent.trim()) return
    observer.disconnect()
    requestAnimationFrame((frame) => {
      seen.frame = frame
      setTimeout(() => (seen.firstBroadcast = performance.now()))
    })
  }
  const observer = new MutationObserver(check)
  observer.observe(document, { childList: true, subtree: true })
}

async function throttle(session: CDPSession, { slowdown, network }: Conditions): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (network === 'slow') await session.send('Network.emulateNetworkConditions', SLOW)
}

/** Opens `url` once and reads the marks. Without broadcasts it waits for the first paint only. */
export async function launch(
  context: BrowserContext,
  url: string,
  conditions: Conditions,
  hasFeed: boolean,
): Promise<Launch> {
  const page = await context.newPage()
  await context.setOffline(conditions.network === 'offline')
  const session = await page.context().newCDPSession(page)
  const scripts = await watchScripts(session)
  await throttle(session, conditions)
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'commit' })
  // Scripts that inspect the page are compiled by the page's own processor.
  await page.waitForTimeout(WATCHED_MS)
  // The browser reports a paint later than the following task.
  const isDone = (hasFeed: boolean) =>
    performance.getEntriesByName('first-contentful-paint').length > 0 &&
    (!hasFeed || (globalThis as unknown as { seen: Seen }).seen.firstBroadcast !== undefined)
  await page.waitForFunction(isDone, hasFeed, { timeout: TIMEOUT_MS }).catch(() => {})
  const marks = await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: Seen }
    return { ...seen, firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime }
  })
  await page.close()
  return {
    firstPaint: marks.firstPaint,
    firstBroadcast: findPaint(marks),
    shift: marks.shift,
    longTasks: sum(marks.tasks),
    blocking: sum(marks.tasks.map((duration) => duration - LONG_MS)),
    scripts: sumBytes(scripts()) / 1000,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

/**
 * Returns the paint's time. The task after a frame waits for the app's script; if the frame was the
 * first with any content, the browser reports when it was painted.
 */
function findPaint({ firstPaint, frame, firstBroadcast }: Seen & Pick<Launch, 'firstPaint'>): number | undefined {
  if (firstPaint === undefined || frame === undefined || firstBroadcast === undefined) return firstBroadcast
  return firstPaint >= frame && firstPaint <= firstBroadcast ? firstPaint : firstBroadcast
}

/** Measures a first visit: a browser without the page in its cache, signed in if `member` is given. */
export async function coldLaunch(url: string, hasFeed: boolean, member?: Member): Promise<Launch> {
  const browser = createReusedBrowser({ ...PHONE, baseURL: url })
  try {
    const context = await browser.open()
    if (member !== undefined) await rememberLogIn(await context.newPage(), member)
    return await launch(context, url, { slowdown: 4, network: 'slow' }, hasFeed)
  } finally {
    await browser.dispose()
  }
}

/** The height of a browser's own bars, in px, with some room. */
const BARS_PX = 156

/**
 * Makes room for the browser's bars, which a window of the page's size clips its foot for. A paint
 * of the tab bar would not be shown, and its tap would last until something else is painted.
 */
async function showWhole(session: CDPSession): Promise<void> {
  const { windowId } = await session.send('Browser.getWindowForTarget')
  const height = PHONE.viewport.height + BARS_PX
  await session.send('Browser.setWindowBounds', { windowId, bounds: { height } })
}

/** What is tapped, and when, in ms after the navigation. */
export const EARLY_TAPS = [
  ['like', 3000, '[role=feed] article button[aria-pressed]'],
  ['tab Search', 3800, 'nav a[href="/search"]'],
  ['tab Feed', 4600, 'nav a[href="/"]'],
] as const

/**
 * Returns the times from each of `EARLY_TAPS` on a member's first visit to the next paint, in ms. A
 * tap does not wait until the page has come to rest: a finger does not either.
 */
export async function tapEarly(url: string, member: Member): Promise<readonly number[]> {
  const browser = createReusedBrowser({ ...PHONE, baseURL: url })
  try {
    const context = await browser.open()
    await rememberLogIn(await context.newPage(), member)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await showWhole(session)
    await throttle(session, { slowdown: 4, network: 'slow' })
    await page.addInitScript(watchTaps)
    const startedAt = Date.now()
    await page.goto(url, { waitUntil: 'commit' })
    for (const [, atMs, selector] of EARLY_TAPS) {
      await page.waitForTimeout(Math.max(0, startedAt + atMs - Date.now()))
      const box = await page.locator(selector).first().boundingBox()
      if (box === null) throw new Error(`${selector} is not visible.`)
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    }
    await page.waitForTimeout(1000)
    const taps = Object.values(
      await page.evaluate(() => (globalThis as unknown as { taps: Record<number, number> }).taps),
    )
    if (taps.length !== EARLY_TAPS.length) throw new Error(`The browser reported ${taps.length} taps.`)
    return taps
  } finally {
    await browser.dispose()
  }
}

/**
 * Creates a browser in which the page was used once with a network; every launch restarts it
 * without one.
 */
export async function usedBrowser(beforehand: (page: Page) => Promise<void>) {
  const browser = createReusedBrowser(PHONE)
  const first = await browser.open()
  await beforehand(await first.newPage())
  await first.close()
  return {
    offlineLaunch: async (url: string, slowdown: number, hasFeed: boolean): Promise<Launch> => {
      const context = await browser.open()
      const result = await launch(context, url, { slowdown, network: 'offline' }, hasFeed)
      await context.close()
      return result
    },
    dispose: () => browser.dispose(),
  }
}
