import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../../../scripts/chromium.ts'

/** A browser that can be closed, killed and opened again with all its stored data. */
export interface ReusedBrowser {
  open(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Sends SIGKILL to all its processes. */
  kill(): Promise<void>
  /** Closes it and removes its stored data. */
  dispose(): Promise<void>
}

/** Creates one with its own folder; `always` applies to every opening. */
export function createReusedBrowser(always: BrowserContextOptions): ReusedBrowser {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-browser-'))
  const open = new Set<BrowserContext>()
  const closeAll = async () => {
    await Promise.all([...open].map((context) => context.close().catch(() => {})))
    open.clear()
  }
  return {
    async open(options = {}) {
      const executablePath = chromiumPath()
      const context = await chromium.launchPersistentContext(folder, {
        ...(executablePath ? { executablePath } : {}),
        args: chromiumArguments,
        ...always,
        ...options,
      })
      open.add(context)
      return context
    },
    async kill() {
      for (const pid of processesOver(folder)) process.kill(pid, 'SIGKILL')
      await closeAll()
      for (const name of readdirSync(folder))
        if (name.startsWith('Singleton')) rmSync(join(folder, name), { force: true })
    },
    async dispose() {
      await closeAll()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Returns the process ids that use a profile's folder (Linux: from /proc). */
function processesOver(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(`--user-data-dir=${folder}`)
      } catch {
        return false // It has ended meanwhile.
      }
    })
    .map(Number)
}
