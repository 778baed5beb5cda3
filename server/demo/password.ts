import { randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** Returns a random password that is easy to read out: three four-character groups, 59 bits. */
export const createPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

const passwordPath = (dataDir: string) => join(dataDir, 'demo-password')

/** Stores the demo members' common password in DATA_DIR, readable only by the server's user. */
export function storePassword(dataDir: string, password: string): void {
  mkdirSync(dataDir, { recursive: true })
  const unfinished = `${passwordPath(dataDir)}.new`
  writeFileSync(unfinished, `${password}\n`, { mode: 0o600 })
  // `mode` does not apply to an existing file.
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, passwordPath(dataDir))
}

/** Returns the stored password, or undefined if its file is missing. */
export function findPassword(dataDir: string): string | undefined {
  try {
    return readFileSync(passwordPath(dataDir), 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
