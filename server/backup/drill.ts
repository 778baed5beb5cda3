import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { locateFolder } from '#server/db/embedded/folder.ts'

/**
 * Runs `work` with a new folder for an embedded engine in `dataDir`, where there is room for a
 * database, and removes it with everything in it.
 */
export async function withScratchFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(dataDir, `restore-drill-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  try {
    return await work(folder)
  } finally {
    // As root the engine may have placed its data elsewhere.
    const home = dirname(locateFolder(folder).data)
    for (const path of [home, folder]) rmSync(path, { recursive: true, force: true })
  }
}
