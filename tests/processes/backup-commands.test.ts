import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBackupFailure, findBackupTime } from '#server/backup/last-backup.ts'
import type { SocketAddress } from '#server/db/embedded/embedded.ts'
import { withConnection } from '#tests/support/backups.ts'
import { migratedDatabase } from '#tests/support/database.ts'
import { aDebianDatabase } from '#tests/support/debian-postgres.ts'
import { findDebianPostgres } from '#tests/support/debian-programs.ts'
import { aFilledFolder } from '#tests/support/filled-folder.ts'
import {
  aFolder,
  aServerProcess,
  type ProcessOptions,
  type ServerProcess,
  startCopy,
} from '#tests/support/server-process.ts'

// Each test creates a database or two, which takes long on a busy disk.

const signUp = async (server: ServerProcess, user: string) => {
  const query = new URLSearchParams({ user, firstname: '', lastname: '', email: 'a@b', password: 'a long password' })
  const response = await fetch(`${server.url}/api/user/create-profile?${query}`, { method: 'POST' })
  expect(response.status).toBe(200)
}
const knows = async (server: ServerProcess, user: string) =>
  (await fetch(`${server.url}/api/user/profile?user=${user}`)).status === 200

const succeed = async (args: readonly string[], options: ProcessOptions) => {
  const { code, stdout, stderr } = await startCopy(args, options).ended
  expect([stderr, code]).toEqual(['', 0])
  return stdout.trim()
}

const fail = async (args: readonly string[], options: ProcessOptions) => {
  const { code, stdout, stderr } = await startCopy(args, options).ended
  expect([stdout, code]).toEqual(['', 1])
  expect(stderr.trim().split('\n')).toHaveLength(1)
  return stderr.trim()
}

const toUrl = ({ host, port, user, database }: SocketAddress) =>
  `postgres://${user}@localhost/${database}?host=${host}&port=${port}`

/** A database with a table that takes a while to copy, after most others. */
async function aSlowDatabase(): Promise<string> {
  const address = await migratedDatabase()
  await withConnection(address, ({ client }) =>
    client.query(`insert into scrobble_inbox (member_id, listened_at, artist, title)
      select n, now(), md5(n::text), md5((-n)::text) from generate_series(1, 200000) as n`),
  )
  return toUrl(address)
}

test('a backup beside a running server is restored into another data folder', async () => {
  const dataDir = await aFilledFolder()
  const server = await aServerProcess({ dataDir })
  await signUp(server, 'ada')
  expect(await succeed(['backup'], { dataDir })).toMatch(/ contains \d+ tables with \d+ rows \([\d.]+ kB\)\.$/)
  const [name = ''] = readdirSync(join(dataDir, 'backups'))
  const path = join(dataDir, 'backups', name)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'backups')).mode & 0o777).toBe(0o700)
  expect(await succeed(['restore', '--check', path], { dataDir })).toContain(' is complete')
  expect(await fail(['restore', path], { dataDir })).toContain('is in use by another Flipside server')
  expect(await succeed(['restore', '--drill', path], { dataDir })).toMatch(
    /^The backup of \S+ can be restored: \d+ tables with \d+ rows, read back and equal\. The scratch database is removed\.$/,
  )
  expect(readdirSync(dataDir).filter((file) => file.startsWith('restore-drill'))).toEqual([])
  expect(Date.now() - (findBackupTime(dataDir)?.getTime() ?? 0)).toBeLessThan(120_000)
  const other = aFolder()
  expect(await succeed(['restore', path], { dataDir: other })).toContain(', read back and equal.')
  expect(await fail(['restore', path], { dataDir: other })).toContain('The target is not empty')
  expect(await knows(await aServerProcess({ dataDir: other }), 'ada')).toBe(true)
})

test('commands reject other arguments and a missing database with one sentence', async () => {
  const dataDir = aFolder()
  expect(await fail(['backup', 'one', 'two'], { dataDir })).toBe('Use: npm run backup [-- <file or folder>]')
  expect(await fail(['restore'], { dataDir })).toBe('Use: npm run restore -- [--check|--drill] <file>')
  expect(await fail(['restore', join(dataDir, 'b.zip')], { dataDir })).toBe(
    `${join(dataDir, 'b.zip')} cannot be used: it does not exist.`,
  )
  expect(await fail(['backup'], { dataDir })).toContain(`There is no database in ${dataDir}`)
  expect(readdirSync(dataDir)).toEqual([])
})

test('a drill rejects a damaged archive and removes its scratch database', async () => {
  const dataDir = await aFilledFolder()
  const path = join(dataDir, 'b.zip')
  await succeed(['backup', path], { dataDir })
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  writeFileSync(path, bytes)
  expect(await fail(['restore', '--drill', path], { dataDir })).toContain('is damaged or incomplete')
  expect(readdirSync(dataDir).filter((file) => file.startsWith('restore-drill'))).toEqual([])
})

test('a backup that fails stores its time for the server, until one is complete', async () => {
  const dataDir = await aFilledFolder()
  const path = join(dataDir, 'b.zip')
  writeFileSync(path, '')
  expect(await fail(['backup', path], { dataDir })).toContain(path)
  expect(findBackupFailure(dataDir, new Date())).toEqual(findBackupTime(dataDir, 'last-failed-backup'))
  rmSync(path)
  await succeed(['backup', path], { dataDir })
  expect(findBackupFailure(dataDir, new Date())).toBeUndefined()
})

test('a backup that is interrupted leaves no file', async () => {
  const [dataDir, settings] = [aFolder(), { DATABASE_URL: await aSlowDatabase() }]
  const { child, ended } = startCopy(['backup', `${dataDir}/`], { dataDir, settings })
  await expect.poll(() => readdirSync(dataDir), { interval: 1 }).toHaveLength(1)
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 1, stdout: '', stderr: 'The command was interrupted.\n' })
  expect(readdirSync(dataDir)).toEqual([])
})

test("a community moves from the embedded engine to Debian's PostgreSQL and back", async ({ skip }) => {
  const programs = findDebianPostgres()
  if (programs === undefined) return skip("Debian's PostgreSQL is not installed.")
  const [dataDir, other, settings] = [
    await aFilledFolder(),
    aFolder(),
    { DATABASE_URL: await aDebianDatabase(programs) },
  ]
  const [path, debian] = [join(dataDir, 'embedded.zip'), join(dataDir, 'debian.zip')]
  const first = await aServerProcess({ dataDir })
  await signUp(first, 'ada')
  await first.kill('SIGTERM')
  await succeed(['backup', path], { dataDir })
  await succeed(['restore', path], { dataDir, settings })
  expect(await fail(['restore', path], { dataDir, settings })).toContain('The target is not empty')
  const second = await aServerProcess({ dataDir, settings })
  expect(await knows(second, 'ada')).toBe(true)
  await signUp(second, 'bo')
  await second.kill('SIGTERM')
  await succeed(['backup', debian], { dataDir, settings })
  expect(await succeed(['restore', '--check', debian], { dataDir })).toContain(' is complete')
  await succeed(['restore', debian], { dataDir: other })
  const third = await aServerProcess({ dataDir: other })
  expect([await knows(third, 'ada'), await knows(third, 'bo')]).toEqual([true, true])
})
