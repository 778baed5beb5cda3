import { test as base, expect } from '@playwright/test'
import { turnDownloadsOff } from './downloads.ts'
import { createReusedBrowser, type ReusedBrowser } from './reused-browser.ts'
import { freePort, type Server, startServer } from './server.ts'
import { watchFaults } from './watch.ts'
import { serviceWorkersOf } from './with-worker.ts'

export interface ServerOptions {
  /** Whether the server starts with the demo community. */
  isDemo: boolean
}

interface Fixtures {
  /** Errors as sentences; a test fails if there is one at its end. */
  faults: readonly string[]
  reusedBrowser: ReusedBrowser
  /**
   * Whether pages download for offline use by themselves. Off: only screens opened by a test are
   * stored.
   */
  areDownloadsOn: boolean
}

export const test = base.extend<Fixtures, ServerOptions & { server: Server }>({
  isDemo: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ isDemo }, use) => {
      const server = await startServer({ isDemo, port: await freePort() })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => {
    if (!server.isRunning) await server.start()
    await use(server.url)
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
  serviceWorkers: async ({}, use, info) => use(serviceWorkersOf(info)),
  areDownloadsOn: [false, { option: true }],
  context: async ({ context, areDownloadsOn }, use) => {
    if (!areDownloadsOn) await turnDownloadsOff(context)
    await use(context)
  },
  faults: [
    async ({ context }, use) => {
      const faults = watchFaults(context)
      await use(faults)
      expect(faults, 'errors in the page or the worker').toEqual([])
    },
    { auto: true },
  ],
  reusedBrowser: async ({ baseURL, viewport }, use) => {
    const faults: string[] = []
    const browser = createReusedBrowser({ ...(baseURL ? { baseURL } : {}), viewport })
    await use({
      ...browser,
      async open(options) {
        const context = await browser.open(options)
        await turnDownloadsOff(context)
        const found = watchFaults(context)
        context.on('close', () => faults.push(...found))
        return context
      },
    })
    await browser.dispose()
    expect(faults, 'errors in the page or the worker').toEqual([])
  },
})

export { expect }
