import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { USAGE } from '#server/admin/commands.ts'
import { findRunning } from '#server/db/embedded/process.ts'
import { engineOf, hasMember, refusal, signUpAt, stopsEngineOf } from '#tests/support/embedded-engine.ts'
import { aFilledFolder } from '#tests/support/filled-folder.ts'
import { aFolder, aServerProcess, runAdmin, startProcess } from '#tests/support/server-process.ts'

test('acknowledged writes are stored after a SIGKILL, on the engine that was left running', async () => {
  const dataDir = await aFilledFolder()
  stopsEngineOf(dataDir)
  const server = await aServerProcess({ dataDir, settings: { RATE_LIMIT_SIGN_UPS: '1000,100' } })
  const acknowledged: string[] = []
  const writing = (async () => {
    for (let n = 0; ; n++) if ((await signUpAt(server, `member${n}`)).status === 200) acknowledged.push(`member${n}`)
  })().catch(() => {})
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5)
  await server.kill('SIGKILL')
  await writing
  const engine = engineOf(dataDir)
  const next = await aServerProcess({ dataDir })
  expect(next.output()).toContain('An earlier server left its database engine running; it was taken over.')
  expect(engineOf(dataDir)).toEqual(engine)
  for (const name of acknowledged) expect([name, await hasMember(next, name)]).toEqual([name, true])
  expect((await next.kill('SIGTERM')).code).toBe(0)
  expect(findRunning(join(dataDir, 'postgres'))).toBeUndefined()
})

test('of two servers that start at once on an empty folder one runs', async () => {
  const dataDir = aFolder()
  const both = await Promise.all([startProcess({ dataDir }), startProcess({ dataDir })])
  const running = both.filter((outcome) => 'url' in outcome)
  expect(running).toHaveLength(1)
  expect(both.filter((outcome) => 'code' in outcome && outcome.code === 1)).toHaveLength(1)
  const [server] = running
  expect(server !== undefined && (await signUpAt(server, 'ada')).status).toBe(200)
})

test('two servers with their own folders run in parallel, and no TCP port leads to their databases', async () => {
  const folders = [await aFilledFolder(), await aFilledFolder()] as const
  const [one, two] = await Promise.all([
    aServerProcess({ dataDir: folders[0] }),
    aServerProcess({ dataDir: folders[1] }),
  ])
  await signUpAt(one, 'ada')
  expect([await hasMember(one, 'ada'), await hasMember(two, 'ada')]).toEqual([true, false])
  // PostgreSQL's processes run in their data folder; the machine may have others.
  const engines = folders.map((folder) => join(folder, 'postgres'))
  expect(processes().map(folderOf)).toEqual(expect.arrayContaining(engines))
  const listeners = tcpListeners().map(folderOf)
  expect(listeners).toContain(process.cwd()) // the two servers
  expect(listeners.filter((listener) => engines.includes(listener))).toEqual([])
})

const processes = (): string[] => readdirSync('/proc').filter((folder) => /^\d+$/.test(folder))

const folderOf = (pid: string): string => orNothing(() => [readlinkSync(`/proc/${pid}/cwd`)])[0] ?? ''

/** Returns the processes with a listening TCP socket. */
function tcpListeners(): string[] {
  const listening = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6']
      .flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => `socket:[${fields[9]}]`),
  )
  const isListening = (fd: string) => orNothing(() => [readlinkSync(fd)]).some((target) => listening.has(target))
  return processes().filter((pid) =>
    orNothing(() => readdirSync(`/proc/${pid}/fd`)).some((fd) => isListening(`/proc/${pid}/fd/${fd}`)),
  )
}

/** Returns the values read from a process, or none if it has ended or is not one. */
function orNothing(read: () => string[]): string[] {
  try {
    return read()
  } catch {
    return []
  }
}

test('SIGTERM lets a request finish, stops the engine and ends with 0; a later start is quicker', async () => {
  const dataDir = aFolder()
  const firstStartedAt = performance.now()
  const server = await aServerProcess({ dataDir })
  const firstStartMs = performance.now() - firstStartedAt
  const responses = Promise.all([signUpAt(server, 'ada'), signUpAt(server, 'bo')])
  await expect.poll(() => fetch(`${server.url}/api/health`).then((it) => it.status)).toBe(200)
  const ended = server.kill('SIGTERM')
  expect((await responses).map((it) => it.status)).toEqual([200, 200])
  expect((await ended).code).toBe(0)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  const startedAt = performance.now()
  const next = await aServerProcess({ dataDir })
  expect(performance.now() - startedAt).toBeLessThan(firstStartMs)
  expect(await hasMember(next, 'ada')).toBe(true)
})

test('SIGTERM for the process group while the database is created ends with 0 and leaves the database', async () => {
  const dataDir = aFolder()
  const starting = startProcess({ dataDir, isGroupLeader: true })
  const findCreator = () =>
    readdirSync(dataDir)
      .filter((name) => existsSync(join(dataDir, name, 'PG_VERSION')))
      .map((name) => Number(/^postgres\.new-(\d+)$/.exec(name)?.[1]))[0]
  await expect.poll(findCreator, { interval: 10 }).toBeGreaterThan(0)
  process.kill(-Number(findCreator()), 'SIGTERM')
  const started = await starting
  expect(started).toHaveProperty('url')
  if ('url' in started) expect((await started.kill('SIGTERM')).code).toBe(0)
  expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true)
})

test('a port in use is refused with an error before the database is opened', async () => {
  const first = await aServerProcess({ dataDir: await aFilledFolder() })
  const dataDir = join(aFolder(), 'not-made')
  const PORT = new URL(first.url).port
  expect(refusal(await startProcess({ dataDir, settings: { PORT } }))).toBe(
    `Cannot listen at 127.0.0.1:${PORT}: something else listens there already: stop it, or set PORT.`,
  )
  expect(existsSync(dataDir)).toBe(false)
})

test('admin commands work with and without a running server', async () => {
  const dataDir = await aFilledFolder()
  const server = await aServerProcess({ dataDir })
  await signUpAt(server, 'ada')
  const admin = async (...args: string[]) => {
    const { code, stdout, stderr } = await runAdmin(args, {
      dataDir,
      settings: { PUBLIC_URL: 'https://flipside.example' },
    })
    // Security events are separate lines on stderr.
    return [code, stdout === '' ? stderr : stdout]
  }
  expect(await admin('grant', '@ADA')).toEqual([0, 'ada is now an admin.\n'])
  expect(await admin('promote', 'ada')).toEqual([1, `${USAGE}\n`])
  const [, text] = await admin('reset', 'ada')
  const token = /https:\/\/flipside\.example\/reset\?token=([\w-]{43})\n$/.exec(String(text))?.[1] ?? ''
  const query = new URLSearchParams({ token, new_password: 'another password' })
  expect((await fetch(`${server.url}/api/user/reset-password?${query}`, { method: 'POST' })).status).toBe(200)
  await server.kill('SIGTERM')
  expect(await admin('revoke', 'ada')).toEqual([0, 'ada is no longer an admin.\n'])
  expect(findRunning(join(dataDir, 'postgres'))).toBeUndefined()
})

test('an engine that dies ends the server, so that a supervisor restarts it', async () => {
  const dataDir = await aFilledFolder()
  const server = await aServerProcess({ dataDir })
  const ended = new Promise<number | null>((resolve) => server.child.once('exit', resolve))
  process.kill(engineOf(dataDir).pid, 'SIGKILL')
  expect(await ended).toBe(1)
  expect((await signUpAt(await aServerProcess({ dataDir }), 'ada')).status).toBe(200)
})

test('a message of 6,000 encoded bytes passes the real server and endless headers are refused in JSON', async () => {
  const server = await aServerProcess({ dataDir: await aFilledFolder() })
  const request = (length: number) => fetch(`${server.url}/api/user/session?padding=${'a'.repeat(length)}`)
  expect((await request(6000)).status).toBe(200)
  expect((await request(20_000)).status).toBe(414)
  const endless = await request(60_000)
  expect([endless.status, await endless.json()]).toEqual([431, { error: 'That is too long.', code: 'too_long' }])
})

test('members of the demo cannot be signed in as where it is public', async () => {
  const dataDir = aFolder()
  const logIn = async (settings: Record<string, string>) => {
    const server = await aServerProcess({ dataDir, settings })
    const found = await fetch(`${server.url}/api/user/get-users?search_term=a`)
    const { userProfile } = (await found.json()) as { userProfile: readonly { profile: string }[] }
    const password = readFileSync(join(dataDir, 'demo-password'), 'utf8').trim()
    const query = new URLSearchParams({ user: userProfile[0]?.profile ?? '', password })
    const { status } = await fetch(`${server.url}/api/user/login?${query}`, { method: 'POST' })
    const { stdout } = await server.kill('SIGTERM')
    return [status, /members of the demo cannot log in here/.test(stdout)]
  }
  expect(await logIn({ DEMO: '1' })).toEqual([200, false])
  expect(await logIn({ DEMO: '1', HOST: '0.0.0.0' })).toEqual([401, true])
})
