import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { chooseOwner, toSpawnOptions } from '#server/db/embedded/owner.ts'

const PORT = 5432

/** A running PostgreSQL from Debian. Every local connection is trusted. */
export interface DebianPostgres {
  /** Its socket's folder: the host for connections through it. */
  readonly folder: string
  /** Its data folder. */
  readonly data: string
  readonly port: number
  /** Runs statements as the superuser, each in its own transaction. */
  query(...texts: readonly string[]): Promise<readonly pg.QueryResultRow[]>
  /** Runs a statement in a database, as the superuser. */
  readIn(database: string, text: string): Promise<readonly pg.QueryResultRow[]>
  /** Appends settings to its file and reloads them. */
  configure(settings: Settings): Promise<void>
  /** Kills the server and all its processes with SIGKILL. */
  kill(): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

interface DebianOptions {
  readonly programs: string
  readonly settings?: Settings
  /** A server to copy and to follow as its standby, instead of empty data. */
  readonly primary?: Pick<DebianPostgres, 'folder' | 'port'>
  /** The start of its folder's path, to which six characters are added. */
  readonly prefix?: string
  /** Its socket's port, and TCP's if `listen_addresses` is set. */
  readonly port?: number
}

/** The settings for servers with data that need not survive a machine crash. */
export const UNSAFE: Settings = { fsync: 'off', full_page_writes: 'off' }

/** Starts Debian's PostgreSQL in a new folder and waits until it accepts connections. */
export async function startDebianPostgres(options: DebianOptions): Promise<DebianPostgres> {
  const { programs, primary, settings = UNSAFE, prefix = '/tmp/flipside-debian-', port = PORT } = options
  const folder = mkdtempSync(prefix)
  const owner = chooseOwner()
  chownSync(folder, owner.uid, owner.gid)
  const asOwner = { ...toSpawnOptions(owner), cwd: folder, env: { LC_ALL: 'C.UTF-8' } }
  const data = join(folder, 'data')
  const [program, args] = primary === undefined ? createInitialize(data) : createCopy(data, primary)
  execFileSync(join(programs, program), args, { ...asOwner, stdio: ['ignore', 'ignore', 'pipe'] })
  appendSettings(data, { ...settings, listen_addresses: settings['listen_addresses'] ?? '' })
  const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), '-k', folder], {
    ...asOwner,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output = collectText(child)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const address = { host: folder, port, user: 'postgres', database: 'postgres' }
  const query: DebianPostgres['query'] = (...texts) => runStatements(address, texts)
  const end = async () => {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await waitUntilUp(query, child, output).catch(async (error: unknown) => {
    await end()
    throw error
  })
  return {
    folder,
    data,
    port,
    query,
    readIn: (database, text) => runStatements({ ...address, database }, [text]),
    stop: end,
    async configure(changes) {
      appendSettings(data, changes)
      await query('select pg_reload_conf()')
    },
    async kill() {
      // The children first would make the server restart them.
      const children = listChildren(child.pid)
      child.kill('SIGKILL')
      for (const pid of children) killIfAlive(pid)
      await ended
    },
  }
}

/** Starts Debian's PostgreSQL for one test. */
export async function aDebianPostgres(options: DebianOptions): Promise<DebianPostgres> {
  const server = await startDebianPostgres(options)
  onTestFinished(() => server.stop())
  return server
}

/**
 * Starts Debian's PostgreSQL for one test, with a database that a role without further rights owns.
 * Returns its URL.
 */
export async function aDebianDatabase(programs: string): Promise<string> {
  const server = await aDebianPostgres({ programs })
  await server.query('create role owner login', 'create database owned owner owner')
  return `postgres://owner@localhost/owned?host=${server.folder}`
}

const createInitialize = (data: string) =>
  ['initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '-N', '-E', 'UTF8']] as const

/** The copy contains the settings that make it a standby, which names itself `standby`. */
const createCopy = (data: string, { folder, port }: NonNullable<DebianOptions['primary']>) =>
  [
    'pg_basebackup',
    ['-D', data, '-R', '-c', 'fast', '-d', `host=${folder} port=${port} user=postgres application_name=standby`],
  ] as const

function appendSettings(data: string, settings: Settings): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(join(data, 'postgresql.conf'), lines.join(''))
}

function collectText(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk) => {
    text = `${text}${String(chunk)}`.slice(-4000)
  })
  return () => text
}

async function runStatements(
  address: pg.ClientConfig,
  texts: readonly string[],
): Promise<readonly pg.QueryResultRow[]> {
  const client = new pg.Client(address)
  client.on('error', () => {})
  try {
    await client.connect()
    let rows: readonly pg.QueryResultRow[] = []
    for (const text of texts) rows = (await client.query<pg.QueryResultRow>(text)).rows
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function waitUntilUp(query: DebianPostgres['query'], child: ChildProcess, output: () => string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await wait(20)) {
    try {
      return void (await query('select 1'))
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start: ${output()}`, { cause: error })
    }
  }
}

function listChildren(pid: number | undefined): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended with the server.
  }
}
