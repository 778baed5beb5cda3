import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { existsProcess } from '#server/db/embedded/owner.ts'

/** The number at the end of an unfinished archive's name is the writing process's id. */
const UNFINISHED = /\.part-(\d+)$/

/**
 * Returns a new archive's path: `target` itself, or a file named by the time if it is a folder. A
 * missing folder is created for its owner alone. Deletes unfinished archives with the same
 * beginning if their process has ended.
 */
export function prepareDestination(target: string, now: Date): string {
  const path = resolve(target)
  const isFolder = target.endsWith('/') || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
  if (!isFolder) {
    deleteUnfinished(dirname(path), basename(path))
    return path
  }
  mkdirSync(path, { recursive: true, mode: 0o700 })
  deleteUnfinished(path, 'flipside-')
  return join(path, `flipside-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.zip`)
}

function deleteUnfinished(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const pid = UNFINISHED.exec(name)?.[1]
    if (pid === undefined || !name.startsWith(prefix)) continue
    if (Number(pid) === process.pid || !existsProcess(Number(pid))) rmSync(join(folder, name))
  }
}
