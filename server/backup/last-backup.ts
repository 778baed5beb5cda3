import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const locateFile = (dataDir: string): string => join(dataDir, 'last-backup')

/** Stores the time of a complete backup in DATA_DIR, where the server finds it. */
export function storeBackupTime(dataDir: string, at: Date): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(locateFile(dataDir), `${at.toISOString()}\n`)
}

/** Returns the time of the last complete backup, or undefined if none is known. */
export function findBackupTime(dataDir: string): Date | undefined {
  try {
    const at = new Date(readFileSync(locateFile(dataDir), 'utf8').trim())
    return Number.isNaN(at.getTime()) ? undefined : at
  } catch {
    // No backup was made with this DATA_DIR, or its user may not read the file.
    return undefined
  }
}
