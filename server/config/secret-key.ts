import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart, type Config, SECRET_KEY_MIN_LENGTH } from './config.ts'

/**
 * Returns the key that encrypts members' tokens for other services: SECRET_KEY, or, with the
 * embedded engine, the file `DATA_DIR/secret-key`, created at the first start. Processes that share
 * a database need the same key, so with DATABASE_URL there is none without the setting. Throws
 * {@link CannotStart}.
 */
export function findSecretKey({ secretKey, databaseUrl, dataDir }: Config): string | null {
  if (secretKey !== null || databaseUrl !== null) return secretKey
  const path = join(dataDir, 'secret-key')
  const key = readKey(path) ?? createKey(dataDir, path)
  if (key.length >= SECRET_KEY_MIN_LENGTH) return key
  throw new CannotStart(`${path} must have at least ${SECRET_KEY_MIN_LENGTH} characters.`)
}

function readKey(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new CannotStart(`${path} cannot be read.`, { cause: error })
  }
}

function createKey(dataDir: string, path: string): string {
  const key = randomBytes(32).toString('base64url')
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
    chmodSync(path, 0o600)
  } catch (cause) {
    throw new CannotStart(`${path} cannot be written.`, { cause })
  }
  return key
}
