import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Outcome = 'last-backup' | 'last-failed-backup'

/** A backup is overdue after this time, in ms: 26 hours. */
const OVERDUE_MS = 26 * 3_600_000

/** Stores a backup time in DATA_DIR, where the server finds it. */
export function storeBackupTime(dataDir: string, at: Date, outcome: Outcome = 'last-backup'): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(join(dataDir, outcome), `${at.toISOString()}\n`)
}

/** Returns when the last backup was completed, or failed, or undefined if none is known. */
export function findBackupTime(dataDir: string, outcome: Outcome = 'last-backup'): Date | undefined {
  try {
    const at = new Date(readFileSync(join(dataDir, outcome), 'utf8').trim())
    return Number.isNaN(at.getTime()) ? undefined : at
  } catch {
    // No backup was made with this DATA_DIR, or its user may not read the file.
    return undefined
  }
}

/**
 * Returns since when there should be a newer backup: the last one failed, or is overdue. Undefined if
 * all is well, and on a server that has never been backed up.
 */
export function findBackupFailure(dataDir: string, now: Date): Date | undefined {
  const [complete, failed] = [findBackupTime(dataDir), findBackupTime(dataDir, 'last-failed-backup')]
  if (failed !== undefined && (complete === undefined || failed > complete)) return failed
  if (complete === undefined) return undefined
  const due = new Date(complete.getTime() + OVERDUE_MS)
  return due < now ? due : undefined
}
