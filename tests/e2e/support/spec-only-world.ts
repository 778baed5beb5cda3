import { resolve } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { PASSWORD } from '#tests/support/spec-only-community.ts'
import { type SpecOnlyHost, startSpecOnlyHost } from '#tests/support/spec-only-host.ts'
import { turnDownloadsOff } from './downloads.ts'
import { watchFaults } from './watch.ts'
import { serviceWorkersOf } from './with-worker.ts'

/** The built app on a host that implements section 7 alone: no session, no additions, no codes. */
export const test = base.extend<{ host: SpecOnlyHost; faults: readonly string[]; areDownloadsOn: boolean }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed
  serviceWorkers: async ({}, use, info) => use(serviceWorkersOf(info)),
  areDownloadsOn: [false, { option: true }],
  host: async ({}, use) => {
    const distDir = process.env['DIST_DIR'] ?? resolve(import.meta.dirname, '../../../dist')
    const host = await startSpecOnlyHost({ distDir })
    await use(host)
    await host.stop()
  },
  baseURL: async ({ host }, use) => use(host.url.replace('127.0.0.1', 'localhost')),
  context: async ({ context, areDownloadsOn }, use) => {
    if (!areDownloadsOn) await turnDownloadsOff(context)
    await use(context)
  },
  faults: [
    async ({ context }, use) => {
      const faults = watchFaults(context)
      await use(faults)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** A member on that host. */
export const mirelle = { name: 'mirelle', password: PASSWORD }

export { expect }
