import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { createKeptBrowser } from '../../tests/e2e/support/kept-browser.ts'

/**
 * The times until a launch's milestones, in ms since the navigation began; undefined for those not
 * reached.
 */
export interface Launch {
  readonly firstPaint: number | undefined
  readonly firstBroadcast: number | undefined
  /** Cumulative layout shift until then. */
  readonly shift: number
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
/** Longer than any first paint takes here. */
const IDLE_MS = 2000

interface Seen {
  /** The start of the frame that paints the first broadcast, and the task after it. */
  frame?: number
  firstBroadcast?: number
  shift: number
}

/**
 * Runs in the page before its own scripts: records the first painted broadcast and layout shifts.
 */
function watch() {
  const seen: Seen = { shift: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const check = () => {
    if (document.querySelector('[role=feed] article') === null) return
    observer.disconnect()
    requestAnimationFrame((frame) => {
      seen.frame = frame
      setTimeout(() => (seen.firstBroadcast = performance.now()))
    })
  }
  const observer = new MutationObserver(check)
  observer.observe(document, { childList: true, subtree: true })
}

async function throttle(page: Page, { slowdown, network }: Conditions): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (network === 'slow') {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW)
  }
  return session
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
  await throttle(page, conditions)
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'commit' })
  // Scripts that inspect the page are compiled by the page's own processor.
  await page.waitForTimeout(IDLE_MS)
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
  return { firstPaint: marks.firstPaint, firstBroadcast: findPaint(marks), shift: marks.shift }
}

/**
 * Returns the paint's time. The task after a frame waits for the app's script; if the frame was the
 * first with any content, the browser reports when it was painted.
 */
function findPaint({ firstPaint, frame, firstBroadcast }: Seen & Pick<Launch, 'firstPaint'>): number | undefined {
  if (firstPaint === undefined || frame === undefined || firstBroadcast === undefined) return firstBroadcast
  return firstPaint >= frame && firstPaint <= firstBroadcast ? firstPaint : firstBroadcast
}

/** Measures a first visit: a browser without the page in its cache. */
export async function coldLaunch(url: string, hasFeed: boolean): Promise<Launch> {
  const browser = createKeptBrowser(PHONE)
  try {
    return await launch(await browser.open(), url, { slowdown: 4, network: 'slow' }, hasFeed)
  } finally {
    await browser.dispose()
  }
}

/**
 * Creates a browser in which the page was used once with a network; every launch restarts it
 * without one.
 */
export async function usedBrowser(beforehand: (page: Page) => Promise<void>) {
  const browser = createKeptBrowser(PHONE)
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
