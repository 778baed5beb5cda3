import { chownSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { chooseOwner } from '#server/db/embedded/owner.ts'
import { openDatabase } from '#server/db/open.ts'
import { freePort } from '#tests/e2e/support/server.ts'
import { type Certificate, createSelfSigned, createSigned } from '#tests/support/certificates.ts'
import { isInstalled } from '#tests/support/debian-packages.ts'
import { startDebianPostgres, UNSAFE } from '#tests/support/debian-postgres.ts'
import { findDebianPostgres } from '#tests/support/debian-programs.ts'
import { aFolder, startProcess } from '#tests/support/server-process.ts'

/* `sslmode` in DATABASE_URL with a real PostgreSQL and certificates made by openssl. */

const MISSING = "Debian's PostgreSQL or openssl is not installed"
const programs = isInstalled('openssl', 'version') ? findDebianPostgres() : undefined
const port = await freePort()
const settings = { ...UNSAFE, listen_addresses: '127.0.0.1' }
const postgres = programs === undefined ? undefined : await startDebianPostgres({ programs, port, settings })
const folder = mkdtempSync('/tmp/flipside-certificates-')
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const HOST = 'localhost'
const AUTHORITY = join(folder, 'authority.pem')
const certificates = programs === undefined ? undefined : createCertificates()

function createCertificates() {
  const authority = createSelfSigned(folder, 'authority', 'authority.example')
  return {
    'self-signed': createSelfSigned(folder, 'self-signed', HOST),
    signed: createSigned(folder, authority, HOST),
    expired: createSigned(folder, authority, HOST, -1),
  }
}

/** Starts to use a certificate for new connections, or none. */
async function present(certificate: Certificate | undefined): Promise<void> {
  await postgres?.configure({ ssl: 'off' })
  if (certificate === undefined || postgres === undefined) return
  for (const [from, name] of [
    [certificate.certificate, 'server.crt'],
    [certificate.key, 'server.key'],
  ] as const) {
    copyFileSync(from, join(postgres.data, name))
    const { uid, gid } = chooseOwner()
    chownSync(join(postgres.data, name), uid, gid)
  }
  await postgres.configure({ ssl: 'on' })
}

/** Resolves to whether the connection is encrypted, or to the error that the operator reads. */
async function connect(query: string, host: string): Promise<boolean | string> {
  const url = `postgres://postgres@${host}:${port}/postgres?${query}`
  try {
    const db = await openDatabase(url, { poolSize: 1, onIdleError: () => {} })
    const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
    await db.destroy()
    return rows[0]?.ssl ?? false
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error'
  }
}

const rejected = (reason: string) => `CannotStart: The database cannot be opened: ${reason}.`
const VERIFY = `sslmode=verify-full&sslrootcert=${AUTHORITY}`

const VERIFY_CA = `sslmode=verify-ca&sslrootcert=${AUTHORITY}`
const UNKNOWN_AUTHORITY =
  'its certificate authority is unknown: name the file of its certificate with sslrootcert in DATABASE_URL'

test.for([
  ['sslmode=require accepts a self-signed certificate', 'self-signed', 'sslmode=require', HOST, true],
  ['sslmode=require accepts an expired certificate', 'expired', 'sslmode=require', HOST, true],
  [
    'sslmode=verify-full rejects a self-signed certificate',
    'self-signed',
    'sslmode=verify-full',
    HOST,
    rejected('its certificate is self-signed: name it with sslrootcert, or use sslmode=require'),
  ],
  ['sslmode=verify-full accepts a certificate of sslrootcert', 'signed', VERIFY, HOST, true],
  [
    'sslmode=verify-full rejects a certificate of an unknown authority',
    'signed',
    'sslmode=verify-full',
    HOST,
    rejected(UNKNOWN_AUTHORITY),
  ],
  [
    'sslmode=verify-full rejects a certificate for another host',
    'signed',
    VERIFY,
    '127.0.0.1',
    rejected('its certificate is for another host than the one in DATABASE_URL'),
  ],
  ['sslmode=verify-ca accepts a certificate for another host', 'signed', VERIFY_CA, '127.0.0.1', true],
  [
    'sslmode=verify-full rejects an expired certificate',
    'expired',
    VERIFY,
    HOST,
    rejected('its certificate has expired'),
  ],
] as const)('%s', async ([, name, query, host, expected], { skip }) => {
  if (postgres === undefined) return skip(MISSING)
  await present(certificates?.[name])
  // The server reloads its settings in the background.
  await expect.poll(() => connect(query, host)).toBe(expected)
})

test('a database without TLS and sslmode=require end the start with one sentence', async ({ skip }) => {
  if (postgres === undefined) return skip(MISSING)
  await present(undefined)
  const query = 'sslmode=require'
  await expect.poll(() => connect(query, HOST)).toMatch('it has no TLS')
  const url = `postgres://postgres@${HOST}:${port}/postgres?${query}`
  const ended = await startProcess({ dataDir: aFolder(), settings: { DATABASE_URL: url } })
  if ('url' in ended) throw new Error('It started.')
  expect([ended.code, ended.stderr]).toEqual([
    1,
    'The database cannot be opened: it has no TLS, which sslmode in DATABASE_URL requires.\n',
  ])
})
