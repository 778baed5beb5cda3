import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { createKeptBrowser } from '../../tests/e2e/support/kept-browser.ts'

/** What a person waits for, in ms since the navigation began; undefined for what did not come. */
export interface Launch {
  readonly firstPaint: number | undefined
  readonly firstBroadcast: number | undefined
  /** Cumulative layout shift up to then. */
  readonly shift: number
}

export interface Conditions {
  /** How many times slower the processor is made. */
  readonly slowdown: number
  /** Slow 4G as Lighthouse has it; `offline` has the page and its worker without a network. */
  readonly network: 'slow' | 'offline'
}

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
/** 1.6 Mbps down, 750 kbps up, 150 ms. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const PATIENCE_MS = 20_000
/** Longer than any first paint takes here. */
const LEFT_ALONE_MS = 2000

interface Seen {
  /** When the frame that draws the first broadcast began, and the task after it. */
  frame?: number
  firstBroadcast?: number
  shift: number
}

/** Runs in the page before its own scripts: notes the first broadcast that is painted, and what moves. */
function watch() {
  const seen: Seen = { shift: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (document.querySelector('[role=feed] article') === null) return
    observer.disconnect()
    requestAnimationFrame((frame) => {
      seen.frame = frame
      setTimeout(() => (seen.firstBroadcast = performance.now()))
    })
  }
  const observer = new MutationObserver(look)
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
  // What looks into a page is compiled by the page's own processor.
  await page.waitForTimeout(LEFT_ALONE_MS)
  // The browser tells of a paint later than of what comes after it.
  const isDone = (hasFeed: boolean) =>
    performance.getEntriesByName('first-contentful-paint').length > 0 &&
    (!hasFeed || (globalThis as unknown as { seen: Seen }).seen.firstBroadcast !== undefined)
  await page.waitForFunction(isDone, hasFeed, { timeout: PATIENCE_MS }).catch(() => {})
  const marks = await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: Seen }
    return { ...seen, firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime }
  })
  await page.close()
  return { firstPaint: marks.firstPaint, firstBroadcast: paintOf(marks), shift: marks.shift }
}

/** The task after a frame waits for the app's script. Where the frame was the first with anything in it, the browser says when it was painted. */
function paintOf({ firstPaint, frame, firstBroadcast }: Seen & Pick<Launch, 'firstPaint'>): number | undefined {
  if (firstPaint === undefined || frame === undefined || firstBroadcast === undefined) return firstBroadcast
  return firstPaint >= frame && firstPaint <= firstBroadcast ? firstPaint : firstBroadcast
}

/** A first visit: a browser that has never seen the page. */
export async function coldLaunch(url: string, hasFeed: boolean): Promise<Launch> {
  const browser = createKeptBrowser(PHONE)
  try {
    return await launch(await browser.open(), url, { slowdown: 4, network: 'slow' }, hasFeed)
  } finally {
    await browser.dispose()
  }
}

/** A browser in which the page was used once with a network; every launch restarts it without one. */
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
