import { type BrowserContext, test as base, expect } from '@playwright/test'
import { turnDownloadsOff } from '#tests/e2e/support/downloads.ts'
import { freePort, type Server, startServer } from '#tests/e2e/support/server.ts'
import { watchFaults } from '#tests/e2e/support/watch.ts'
import { type Autopush, startAutopush } from './autopush.ts'
import { createFirefox, firefoxPath, type ReusedFirefox } from './firefox.ts'

interface Fixtures {
  reusedFirefox: ReusedFirefox
  /** Firefox; `page` is in Chromium. */
  firefox: BrowserContext
}

export const test = base.extend<Fixtures, { autopush: Autopush; server: Server }>({
  autopush: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
    async ({}, use) => {
      const autopush = await startAutopush()
      await use(autopush)
      await autopush.stop()
      expect(autopush.problems, 'what was wrong with pushes').toEqual([])
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ autopush }, use) => {
      const settings = { PUSH_ALLOWED: autopush.origin }
      const server = await startServer({ isDemo: true, port: await freePort(), settings })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => {
    if (!server.isRunning) await server.start()
    await use(server.url)
  },
  reusedFirefox: async ({ server, autopush }, use) => {
    const browser = createFirefox({ baseURL: server.url, pushServer: autopush.socketUrl })
    await use(browser)
    await browser.dispose()
  },
  firefox: async ({ reusedFirefox }, use) => {
    const context = await reusedFirefox.open()
    await turnDownloadsOff(context)
    const faults = watchFaults(context)
    await use(context)
    expect(faults, 'errors in the page or the worker').toEqual([])
  },
})

/** Why the tests are skipped; undefined if Firefox is installed. */
export const withoutFirefox: string | undefined =
  firefoxPath() === undefined
    ? 'Firefox is not installed (FIREFOX_PATH, PATH, usual places): apt-get install firefox-esr'
    : undefined

export { expect }
