import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { aBackupFolder, takeBackup, withConnection } from '#tests/support/backups.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { makeMembers } from '#tests/support/members.ts'
import { testServer } from '#tests/support/test-server.ts'
import { openArchive, verifyArchive } from './archive-reader.ts'
import { explain } from './explain.ts'
import { Manifest } from './manifest.ts'

/** A database with some members, and an archive of it. */
async function anArchive() {
  const server = await testServer()
  await makeMembers(server, ...Array.from({ length: 200 }, (_, number) => `member${number}`))
  return { server, ...(await takeBackup(server.address)) }
}

const verify = async (path: string) => {
  const archive = await openArchive(path)
  await verifyArchive(archive).finally(() => archive.close())
}

test('an archive has the rows and hashes that its manifest states, and is readable by its owner only', async () => {
  const { path, manifest, bytes } = await anArchive()
  expect(statSync(path)).toMatchObject({ mode: 0o100600, size: bytes })
  const archive = await openArchive(path)
  onTestFinished(() => archive.close())
  expect(archive.manifest).toEqual(manifest)
  expect(manifest).toMatchObject({ app: '1.2.3', commit: '968d0cba', created_at: '2026-11-21T12:00:00.000Z' })
  const members = manifest.tables.find(({ name }) => name === 'members')
  if (members === undefined) throw new Error('The table is missing.')
  const rows = await text(await archive.openTable(members))
  expect(rows.split('\n')[0]).toMatch(/^1\tSystem\tsystem\t/)
  expect(members).toMatchObject({
    rows: 201,
    bytes: Buffer.byteLength(rows),
    sha256: createHash('sha256').update(rows).digest('hex'),
  })
})

test('the commit of an archive of an earlier program is unknown', async () => {
  const { commit: _, ...earlier } = (await anArchive()).manifest
  expect(v.parse(Manifest, earlier)).toEqual({ ...earlier, commit: 'unknown' })
})

test('text with every kind of character has the same bytes in the archive as in the hash', async () => {
  const server = await testServer()
  await makeMembers(server, 'tab\tnew\nline\\N', '💿 é́ \u2028')
  const { path, manifest } = await takeBackup(server.address)
  expect(manifest.tables.find(({ name }) => name === 'members')?.rows).toBe(3)
  await verify(path)
})

test('a truncated archive is rejected at any length', async () => {
  const { path } = await anArchive()
  const whole = readFileSync(path)
  for (const length of [10, 1000, Math.floor(whole.length / 2), whole.length - 1]) {
    writeFileSync(path, whole.subarray(0, length))
    await expect(verify(path), `${length} bytes`).rejects.toThrow(/ is damaged or incomplete \(.+\)\.$/)
  }
  writeFileSync(path, '')
  await expect(verify(path)).rejects.toThrow(`${path} is not a backup of Flipside.`)
})

test('an archive with a changed byte is rejected, wherever the byte is', async () => {
  const { path } = await anArchive()
  const whole = readFileSync(path)
  const compressedRows = whole.indexOf('tables/members.copy') + 200
  const manifestRows = whole.lastIndexOf('manifest.json', whole.length - 4000) + 100
  for (const place of [compressedRows, manifestRows]) {
    const changed = Buffer.from(whole)
    changed[place] = (changed[place] ?? 0) ^ 0x10
    writeFileSync(path, changed)
    await expect(verify(path), `byte ${place}`).rejects.toThrow(/ is damaged or incomplete \(.+\)\.$/)
  }
})

test('a file that is not an archive is rejected', async () => {
  const path = join(aBackupFolder(), 'file')
  writeFileSync(path, 'a letter')
  await expect(openArchive(path)).rejects.toThrow(`${path} is not a backup of Flipside.`)
})

test('a backup does not replace a file', async () => {
  const { path, server } = await anArchive()
  const before = readFileSync(path)
  await expect(takeBackup(server.address, path)).rejects.toThrow(`${path} exists already.`)
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(readdirSync(dirname(path))).toEqual(['b.zip'])
})

test('a database without a community is rejected, and no file is left', async () => {
  const folder = aBackupFolder()
  await expect(takeBackup(await emptyDatabase(), join(folder, 'b.zip'))).rejects.toThrow(
    'The database contains no community.',
  )
  expect(readdirSync(folder)).toEqual([])
})

/** Mounts a small disk, or returns undefined where this user may not. */
function mountSmallDisk(): string | undefined {
  const folder = aBackupFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', [folder]))
  return folder
}

test('a full disk ends a backup with one sentence, and no file is left', async ({ skip }) => {
  const folder = mountSmallDisk()
  if (folder === undefined) return skip('This user may not mount a small disk.')
  const { server } = await anArchive()
  await withConnection(server.address, ({ client }) =>
    client.query(`insert into scrobble_inbox (member_id, listened_at, artist, title)
      select n, now(), md5(n::text), md5((-n)::text) from generate_series(1, 20000) as n`),
  )
  const path = join(folder, 'b.zip')
  const failed = await takeBackup(server.address, path).then(
    () => undefined,
    (error: unknown) => explain(error),
  )
  expect(failed).toMatchObject({
    name: 'CannotStart',
    message: expect.stringMatching(/ cannot be used: the disk is full\.$/),
  })
  expect(readdirSync(folder)).toEqual([])
})
