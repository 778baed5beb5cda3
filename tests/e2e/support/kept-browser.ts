import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../../../scripts/chromium.ts'

/** A browser that can be closed, killed and opened again with all that it kept. */
export interface KeptBrowser {
  open(options?: BrowserContextOptions): Promise<BrowserContext>
  /** SIGKILL to all of its processes. */
  kill(): Promise<void>
  /** Closes it and removes what it kept. */
  dispose(): Promise<void>
}

/** Makes one with a folder of its own; `always` holds for every opening. */
export function createKeptBrowser(always: BrowserContextOptions): KeptBrowser {
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
