import type { Browser, BrowserContext, Page } from '@playwright/test'

/** DevTools' network presets with their own values (bytes per second, ms). */
const CONDITIONS = {
  'Slow 3G': { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 },
  Offline: { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 },
  none: { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
} as const
export type Conditions = keyof typeof CONDITIONS

/**
 * Applies network conditions to one target alone, as DevTools does for the inspected page or
 * worker.
 */
export type Apply = (conditions: Conditions) => Promise<void>

/** Returns a function that applies conditions to a page; its worker's requests are not affected. */
export async function conditionsOfPage(context: BrowserContext, page: Page): Promise<Apply> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  return async (conditions) => {
    await session.send('Network.emulateNetworkConditions', CONDITIONS[conditions])
  }
}

/**
 * Returns a function that applies conditions to an origin's running service worker; the page's own
 * requests are not affected.
 */
export async function conditionsOfWorker(browser: Browser, origin: string): Promise<Apply> {
  const root = await browser.newBrowserCDPSession()
  const { targetInfos } = await root.send('Target.getTargets')
  const target = targetInfos.findLast((info) => info.type === 'service_worker' && info.url.startsWith(origin))
  if (!target) throw new Error(`No service worker of ${origin} runs.`)
  // Not flattened: Playwright's sessions are limited to their own target.
  const { sessionId } = await root.send('Target.attachToTarget', { targetId: target.targetId, flatten: false })
  let last = 0
  const send = (method: string, params: object = {}) => {
    const id = ++last
    const response = new Promise<void>((resolve, reject) => {
      root.on('Target.receivedMessageFromTarget', (event) => {
        if (event.sessionId !== sessionId) return
        // the protocol's envelope
        const message = JSON.parse(event.message) as { id?: number; error?: { message: string } }
        if (message.id !== id) return
        if (message.error) reject(new Error(message.error.message))
        else resolve()
      })
    })
    return Promise.all([
      response,
      root.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) }),
    ])
  }
  await send('Network.enable')
  return async (conditions) => {
    await send('Network.emulateNetworkConditions', CONDITIONS[conditions])
  }
}
