import type { CDPSession, Page } from '@playwright/test'

/** The time after a navigation's start in which scripts are counted, in ms. */
const WINDOW_MS = 5000

interface LoadedScript {
  readonly path: string
  /** As sent: in brotli, without headers. */
  readonly bytes: number
}

/**
 * Opens `url` and resolves to the scripts that the page has requested and received after 5 s, the
 * largest first. Scripts that the service worker precaches are not counted.
 */
export async function loadScripts(page: Page, url: string): Promise<LoadedScript[]> {
  const session = await page.context().newCDPSession(page)
  const scripts = await watchScripts(session)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForTimeout(WINDOW_MS)
  await session.detach()
  return scripts()
}

/** Counts the scripts that a page loads from now on. Returns a function that lists them, the largest first. */
export async function watchScripts(session: CDPSession): Promise<() => LoadedScript[]> {
  const scripts = new Map<string, { path: string; bytes: number }>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, { path: new URL(response.url).pathname, bytes: 0 })
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId)
    if (script) script.bytes += encodedDataLength
  })
  await session.send('Network.enable')
  return () => [...scripts.values()].toSorted((a, b) => b.bytes - a.bytes)
}

export const sumBytes = (scripts: readonly LoadedScript[]): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0)
