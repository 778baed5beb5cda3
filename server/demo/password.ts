import { randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** A random password that can be read out: three groups of four, 59 bits. */
export const createPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

const fileIn = (dataDir: string) => join(dataDir, 'demo-password')

/** Keeps the one password of the demo's members in DATA_DIR, readable by the server's user only. */
export function keepPassword(dataDir: string, password: string): void {
  mkdirSync(dataDir, { recursive: true })
  const unfinished = `${fileIn(dataDir)}.new`
  writeFileSync(unfinished, `${password}\n`, { mode: 0o600 })
  // The mode above does not count for a file that is there already.
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, fileIn(dataDir))
}

/** The password that was kept; undefined when its file is gone. */
export function findPassword(dataDir: string): string | undefined {
  try {
    return readFileSync(fileIn(dataDir), 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
