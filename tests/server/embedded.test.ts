import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { USAGE } from '#server/admin/commands.ts'
import { findRunning, stopEngine } from '#server/db/embedded/process.ts'
import { aFilledFolder } from '#tests/support/filled-folder.ts'
import {
  aFolder,
  aServerProcess,
  type Ended,
  runAdmin,
  type ServerProcess,
  startProcess,
} from '#tests/support/server-process.ts'

// Each test creates a database or two, which takes long on a busy disk.
vi.setConfig({ testTimeout: 180_000 })

const isRoot = process.getuid?.() === 0
/** The user `daemon`: initdb requires one known to the system. */
const PLAIN_USER = 1

const signUp = (server: ServerProcess, user: string) => {
  const query = new URLSearchParams({ user, firstname: '', lastname: '', email: 'a@b', password: 'a long password' })
  return fetch(`${server.url}/api/user/create-profile?${query}`, { method: 'POST' })
}
const knows = async (server: ServerProcess, user: string) =>
  (await fetch(`${server.url}/api/user/profile?user=${user}`)).status === 200

function refusal(ended: ServerProcess | Ended): string {
  if ('url' in ended) throw new Error('It started.')
  expect(ended.code).toBe(1)
  expect(ended.stderr.trim().split('\n')).toHaveLength(1)
  return ended.stderr.trim()
}

function engineOf(dataDir: string) {
  const running = findRunning(join(dataDir, 'postgres'))
  if (running === undefined) throw new Error(`No engine runs over ${dataDir}.`)
  return running
}

/** Stops the engine of a server that the test kills, so that it does not outlive the test. */
function stopsEngineOf(dataDir: string) {
  onTestFinished(async () => {
    const data = join(dataDir, 'postgres')
    const running = findRunning(data)
    if (running) await stopEngine(running.pid, data)
  })
}

test('acknowledged writes are stored after a SIGKILL, on the engine that was left running', async () => {
  const dataDir = await aFilledFolder()
  stopsEngineOf(dataDir)
  const server = await aServerProcess({ dataDir, settings: { RATE_LIMIT_SIGN_UPS: '1000,100' } })
  const acknowledged: string[] = []
  const writing = (async () => {
    for (let n = 0; ; n++) if ((await signUp(server, `member${n}`)).status === 200) acknowledged.push(`member${n}`)
  })().catch(() => {})
  await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(5)
  await server.kill('SIGKILL')
  await writing
  const engine = engineOf(dataDir)
  const next = await aServerProcess({ dataDir })
  expect(next.output()).toContain('An earlier server left its database engine running; it was taken over.')
  expect(engineOf(dataDir)).toEqual(engine)
  for (const name of acknowledged) expect([name, await knows(next, name)]).toEqual([name, true])
  expect((await next.kill('SIGTERM')).code).toBe(0)
  expect(findRunning(join(dataDir, 'postgres'))).toBeUndefined()
})

test('a second server on the same folder is refused with an error, and the first one continues', async () => {
  const dataDir = await aFilledFolder()
  const first = await aServerProcess({ dataDir })
  expect(refusal(await startProcess({ dataDir }))).toBe(
    `The data folder ${dataDir}/postgres is in use by another Flipside server: stop it, or take another DATA_DIR.`,
  )
  expect((await signUp(first, 'ada')).status).toBe(200)
})

test('of two servers that start at once on an empty folder one runs', async () => {
  const dataDir = aFolder()
  const both = await Promise.all([startProcess({ dataDir }), startProcess({ dataDir })])
  const running = both.filter((outcome) => 'url' in outcome)
  expect(running).toHaveLength(1)
  expect(both.filter((outcome) => 'code' in outcome && outcome.code === 1)).toHaveLength(1)
  const [server] = running
  expect(server !== undefined && (await signUp(server, 'ada')).status).toBe(200)
})

test('two servers with their own folders run in parallel, and no TCP port leads to their databases', async () => {
  const folders = [await aFilledFolder(), aFolder()] as const
  const [one, two] = await Promise.all([
    aServerProcess({ dataDir: folders[0] }),
    aServerProcess({ dataDir: folders[1] }),
  ])
  await signUp(one, 'ada')
  expect([await knows(one, 'ada'), await knows(two, 'ada')]).toEqual([true, false])
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

/** Returns the values read of a process, or none if it has ended or is not one. */
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
  const answers = Promise.all([signUp(server, 'ada'), signUp(server, 'bo')])
  await expect.poll(() => fetch(`${server.url}/api/health`).then((it) => it.status)).toBe(200)
  const ended = server.kill('SIGTERM')
  expect((await answers).map((it) => it.status)).toEqual([200, 200])
  expect((await ended).code).toBe(0)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  const startedAt = performance.now()
  const next = await aServerProcess({ dataDir })
  expect(performance.now() - startedAt).toBeLessThan(firstStartMs)
  expect(await knows(next, 'ada')).toBe(true)
})

test('after a crash of the machine a stale pid file does not block the start, even if its number is in use', async () => {
  const dataDir = await aFilledFolder()
  const server = await aServerProcess({ dataDir })
  await signUp(server, 'ada')
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const left = readFileSync(pidFile, 'utf8').split('\n')
  await server.kill('SIGTERM')
  writeFileSync(pidFile, [process.pid, ...left.slice(1)].join('\n'))
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  chownSync(pidFile, uid, gid)
  expect(await knows(await aServerProcess({ dataDir }), 'ada')).toBe(true)
})

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

test('an invalid folder is refused with an error', async () => {
  const file = join(aFolder(), 'file')
  writeFileSync(file, '')
  expect(refusal(await startProcess({ dataDir: file }))).toBe(
    `The data folder ${file} cannot be used: a file is in its place.`,
  )
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

test('a deep folder works: the socket is placed at a short path, closed to others', async () => {
  const dataDir = join(aFolder(), 'deep'.repeat(15), 'deep'.repeat(15))
  const server = await aServerProcess({ dataDir })
  expect((await signUp(server, 'ada')).status).toBe(200)
  const { run } = engineOf(dataDir)
  expect(run).toMatch(/^\/tmp\/flipside-socket-[0-9a-f]{12}$/)
  expect(statSync(run).mode & 0o777).toBe(0o700)
  await server.kill('SIGTERM')
  expect(existsSync(run)).toBe(false)
})

test('admin commands work with and without a running server', async () => {
  const dataDir = await aFilledFolder()
  const server = await aServerProcess({ dataDir })
  await signUp(server, 'ada')
  const admin = async (...args: string[]) => {
    const { code, stdout, stderr } = await runAdmin(args, {
      dataDir,
      settings: { PUBLIC_URL: 'https://flipside.example' },
    })
    // Security events are separate lines on stderr.
    return [code, stdout === '' ? stderr : stdout]
  }
  expect(await admin('grant', '@ADA')).toEqual([0, 'ada is now an admin.\n'])
  expect(await admin('grant', 'nobody')).toEqual([1, 'There is no member "nobody".\n'])
  expect(await admin('promote', 'ada')).toEqual([1, `${USAGE}\n`])
  const [, text] = await admin('reset', 'ada')
  const token = /https:\/\/flipside\.example\/reset\?token=([\w-]{43})\n$/.exec(String(text))?.[1] ?? ''
  const query = new URLSearchParams({ token, new_password: 'another password' })
  expect((await fetch(`${server.url}/api/user/reset-password?${query}`, { method: 'POST' })).status).toBe(200)
  const login = new URLSearchParams({ user: 'ada', password: 'another password' })
  const phone = { method: 'POST', headers: { 'User-Agent': 'curl/8.5.0' } }
  expect((await fetch(`${server.url}/api/user/login?${login}`, phone)).status).toBe(200)
  const [, listed] = await admin('sessions', 'ada')
  expect(listed).toMatch(/^ada is signed in at 1:\n#\d+ {2}curl, since .* UTC, last used .* UTC\n$/)
  expect(await admin('end-sessions', 'ada')).toEqual([
    0,
    'ada is signed out: 1 session has ended. Players keep their access.\n',
  ])
  expect(await admin('sessions', 'ada')).toEqual([0, 'ada is signed in nowhere.\n'])
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
  expect((await signUp(await aServerProcess({ dataDir }), 'ada')).status).toBe(200)
})

test('a message of 6,000 encoded bytes passes the real server and endless headers are refused in JSON', async () => {
  const server = await aServerProcess({ dataDir: await aFilledFolder() })
  const ask = (length: number) => fetch(`${server.url}/api/user/session?padding=${'a'.repeat(length)}`)
  expect((await ask(6000)).status).toBe(200)
  expect((await ask(20_000)).status).toBe(414)
  const endless = await ask(60_000)
  expect([endless.status, await endless.json()]).toEqual([431, { error: 'That is too long.', code: 'too_long' }])
})

test.runIf(isRoot)(
  'an unprivileged user may run the server, and files created by root are refused with an error',
  async () => {
    const parent = aFolder()
    chmodSync(parent, 0o777)
    const server = await aServerProcess({ dataDir: join(parent, 'own'), uid: PLAIN_USER })
    expect((await signUp(server, 'ada')).status).toBe(200)
    expect(statSync(join(parent, 'own/postgres')).uid).toBe(PLAIN_USER)
    await server.kill('SIGTERM')
    const asRoot = await aServerProcess({ dataDir: join(parent, 'own') })
    expect(await knows(asRoot, 'ada')).toBe(true)
    await asRoot.kill('SIGTERM')
    const rootsFolder = aFolder()
    await (await aServerProcess({ dataDir: rootsFolder })).kill('SIGTERM')
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
    await signUp(server, 'ada')
    await server.kill('SIGTERM')
    const next = await aServerProcess({ dataDir })
    expect(next.output()).toContain(`The data is kept in ${place}, as ${dataDir}/postgres-location.txt says.`)
    expect(await knows(next, 'ada')).toBe(true)
  },
)

test('members of the demo cannot be signed in as where it is public, and can again in the demo', async () => {
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
  expect(await logIn({ DEMO: '1', NODE_ENV: 'production' })).toEqual([401, true])
  expect(await logIn({ DEMO: '1' })).toEqual([200, false])
}, 300_000)
