import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, test as base, chromium, expect } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../../../scripts/chromium.ts'
import { type Server, startServer } from './server.ts'
import { watchFaults } from './watch.ts'

export interface ServerOptions {
  /** Whether the server begins with the demo community. */
  isDemo: boolean
}

/** A browser that can be closed, killed and opened again with all that it kept. */
export interface KeptBrowser {
  open(options?: BrowserContextOptions): Promise<BrowserContext>
  /** SIGKILL to all of its processes. */
  kill(): Promise<void>
}

interface Fixtures {
  /** Sentences about what must not happen; a test fails if there is one at its end. */
  faults: readonly string[]
  keptBrowser: KeptBrowser
}

export const test = base.extend<Fixtures, ServerOptions & { server: Server }>({
  isDemo: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ isDemo }, use, info) => {
      const server = await startServer({ isDemo, port: 4250 + (info.parallelIndex % 10) })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ server }, use) => {
    if (!server.isRunning) await server.start()
    await use(server.url)
  },
  faults: [
    async ({ context }, use) => {
      const faults = watchFaults(context)
      await use(faults)
      expect(faults, 'errors in the page or the worker').toEqual([])
    },
    { auto: true },
  ],
  keptBrowser: async ({ baseURL, viewport }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'flipside-browser-'))
    const open = new Set<BrowserContext>()
    const faults: string[] = []
    await use({
      async open(options = {}) {
        const executablePath = chromiumPath()
        const context = await chromium.launchPersistentContext(folder, {
          ...(executablePath ? { executablePath } : {}),
          args: chromiumArguments,
          ...(baseURL ? { baseURL } : {}),
          viewport,
          ...options,
        })
        open.add(context)
        const found = watchFaults(context)
        context.on('close', () => faults.push(...found))
        return context
      },
      async kill() {
        for (const pid of processesOver(folder)) process.kill(pid, 'SIGKILL')
        await Promise.all([...open].map((context) => context.close().catch(() => {})))
        open.clear()
        for (const name of readdirSync(folder))
          if (name.startsWith('Singleton')) rmSync(join(folder, name), { force: true })
      },
    })
    await Promise.all([...open].map((context) => context.close().catch(() => {})))
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    expect(faults, 'errors in the page or the worker').toEqual([])
  },
})

export { expect }

/** Ids of the processes that run over a profile's folder (Linux: as /proc tells it). */
function processesOver(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(`--user-data-dir=${folder}`)
      } catch {
        return false // It ended in between.
      }
    })
    .map(Number)
}
