import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { engineOf, hasMember, refusal, signUpAt } from '#tests/support/embedded-engine.ts'
import { aFilledFolder } from '#tests/support/filled-folder.ts'
import { aFolder, aServerProcess, startProcess } from '#tests/support/server-process.ts'

// Each test creates a database or two, which takes long on a busy disk.

const isRoot = process.getuid?.() === 0
/** The user `daemon`: initdb requires one known to the system. */
const PLAIN_USER = 1

test('an invalid folder is refused with an error', async () => {
  const file = join(aFolder(), 'file')
  writeFileSync(file, '')
  expect(refusal(await startProcess({ dataDir: file }))).toBe(
    `The data folder ${file} cannot be used: a file is in its place.`,
  )
})

test('a deep folder works: the socket is placed at a short path, closed to others', async () => {
  const dataDir = await aFilledFolder(join(aFolder(), 'deep'.repeat(15), 'deep'.repeat(15)))
  const server = await aServerProcess({ dataDir })
  expect((await signUpAt(server, 'ada')).status).toBe(200)
  const { run } = engineOf(dataDir)
  expect(run).toMatch(/^\/tmp\/flipside-socket-[0-9a-f]{12}$/)
  expect(statSync(run).mode & 0o777).toBe(0o700)
  await server.kill('SIGTERM')
  expect(existsSync(run)).toBe(false)
})

test.runIf(isRoot)(
  'an unprivileged user may run the server, and files created by root are refused with an error',
  async () => {
    const parent = aFolder()
    chmodSync(parent, 0o777)
    const server = await aServerProcess({ dataDir: join(parent, 'own'), uid: PLAIN_USER })
    expect((await signUpAt(server, 'ada')).status).toBe(200)
    expect(statSync(join(parent, 'own/postgres')).uid).toBe(PLAIN_USER)
    await server.kill('SIGTERM')
    const asRoot = await aServerProcess({ dataDir: join(parent, 'own') })
    expect(await hasMember(asRoot, 'ada')).toBe(true)
    await asRoot.kill('SIGTERM')
    const rootsFolder = await aFilledFolder()
    chmodSync(rootsFolder, 0o777)
    expect(refusal(await startProcess({ dataDir: rootsFolder, uid: PLAIN_USER }))).toMatch(
      /^The data in .*\/postgres belongs to another user \(number \d+\): start as that user, or as root\.$/,
    )
    chmodSync(rootsFolder, 0o755)
    expect(refusal(await startProcess({ dataDir: rootsFolder, uid: PLAIN_USER }))).toBe(
      `The data folder ${rootsFolder} cannot be used: this user may not write there.`,
    )
  },
)

test.runIf(isRoot)(
  'below a private home folder root stores the data in another folder, prints it, and finds it again',
  async () => {
    const home = aFolder()
    chmodSync(home, 0o700)
    const dataDir = join(home, 'data')
    mkdirSync(dataDir)
    const server = await aServerProcess({ dataDir })
    const place = readFileSync(join(dataDir, 'postgres-location.txt'), 'utf8').trim()
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    expect(server.output()).toContain(`The data is kept in ${place}: as root the database runs as the user nobody`)
    await signUpAt(server, 'ada')
    await server.kill('SIGTERM')
    const next = await aServerProcess({ dataDir })
    expect(next.output()).toContain(`The data is kept in ${place}, as ${dataDir}/postgres-location.txt says.`)
    expect(await hasMember(next, 'ada')).toBe(true)
  },
)

test('data of another major version is refused with an error and left unchanged', async () => {
  const dataDir = await aFilledFolder()
  await (await aServerProcess({ dataDir })).kill('SIGTERM')
  const version = join(dataDir, 'postgres/PG_VERSION')
  writeFileSync(version, '14\n')
  expect(refusal(await startProcess({ dataDir }))).toMatch(
    /^The data in .*\/postgres was made by PostgreSQL 14 and this program brings PostgreSQL 18: /,
  )
  expect(readFileSync(version, 'utf8')).toBe('14\n')
})

test('after a crash of the machine a stale pid file does not block the start, even if its number is in use', async () => {
  const dataDir = await aFilledFolder()
  const server = await aServerProcess({ dataDir })
  await signUpAt(server, 'ada')
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const left = readFileSync(pidFile, 'utf8').split('\n')
  await server.kill('SIGTERM')
  writeFileSync(pidFile, [process.pid, ...left.slice(1)].join('\n'))
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  chownSync(pidFile, uid, gid)
  expect(await hasMember(await aServerProcess({ dataDir }), 'ada')).toBe(true)
})

test('a second server on the same folder is refused with an error, and the first one continues', async () => {
  const dataDir = await aFilledFolder()
  const first = await aServerProcess({ dataDir })
  expect(refusal(await startProcess({ dataDir }))).toBe(
    `The data folder ${dataDir}/postgres is in use by another Flipside server: stop it, or take another DATA_DIR.`,
  )
  expect((await signUpAt(first, 'ada')).status).toBe(200)
})
