import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { CannotStart } from '#server/config/config.ts'

/** `no-verify` is the driver's own name for `require`. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']
const FILES = ['sslrootcert', 'sslcert', 'sslkey']

/**
 * Returns the driver's options for DATABASE_URL. `sslmode` means the same as for PostgreSQL's own
 * clients: `require` encrypts without checking the certificate, `verify-full` checks it and the
 * host's name. Throws {@link CannotStart} for other modes and unreadable files.
 */
export function toConnectionOptions(url: string): pg.ClientConfig {
  const { searchParams } = new URL(url)
  const mode = searchParams.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new CannotStart('The sslmode of DATABASE_URL must be disable, require, verify-ca or verify-full.')
  if (mode === 'verify-ca' && !searchParams.has('sslrootcert'))
    throw new CannotStart('DATABASE_URL: sslmode=verify-ca needs sslrootcert, the file of the certificate authority.')
  for (const name of FILES) checkFile(name, searchParams.get(name))
  const isOfDriver = mode === null || mode === 'no-verify' || searchParams.has('uselibpqcompat')
  return {
    connectionString: isOfDriver ? url : `${url}&uselibpqcompat=true`,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  }
}

function checkFile(name: string, path: string | null): void {
  if (path === null) return
  try {
    readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new CannotStart(`DATABASE_URL: the file of ${name} cannot be read (${code}).`, { cause: error })
  }
}
