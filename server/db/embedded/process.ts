import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from '#server/config.ts'
import type { Binaries } from './binaries.ts'
import type { EngineFolder } from './folder.ts'
import { asOwner } from './owner.ts'

/** What a running PostgreSQL says of itself in the file postmaster.pid. */
export interface RunningEngine {
  readonly pid: number
  /** The folder of its socket. */
  readonly run: string
}

/** The name's number of the socket; no TCP port is opened. */
export const SOCKET_PORT = 5432
export const ENGINE_USER = 'flipside'

const LOG_MAX_BYTES = 5_000_000
/** Nothing of our own environment reaches the engine. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Durability is PostgreSQL's own (fsync on); the rest keeps server and engine under 300 MB and the log free of data. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: String(SOCKET_PORT),
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '48MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '48MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  autovacuum_worker_slots: '2',
  autovacuum_max_workers: '1',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Makes an empty database cluster in `target`, sorted by code point: case is folded by the program. */
export async function initialize(binaries: Binaries, folder: EngineFolder, target: string): Promise<void> {
  const options = ['--locale=C', '-E', 'UTF8', '-U', ENGINE_USER, '--auth=trust', '--no-instructions']
  const child = spawn(binaries.initdb, ['-D', target, ...options], {
    ...asOwner(folder.owner),
    cwd: target,
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += String(chunk)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return
  rmSync(target, { recursive: true, force: true })
  throw new CannotStart(`The database could not be made in ${folder.data}: ${lastLine(complaint)}`)
}

/** Starts the engine so that it outlives us until it is told to stop. Resolves when it began to run, not when it is ready. */
export async function launch(binaries: Binaries, folder: EngineFolder): Promise<() => boolean> {
  if (existsSync(folder.log) && statSync(folder.log).size > LOG_MAX_BYTES) renameSync(folder.log, `${folder.log}.1`)
  const log = openSync(folder.log, 'a', 0o600)
  const settings = { ...SETTINGS, unix_socket_directories: folder.run }
  const child = spawn(
    binaries.postgres,
    ['-D', folder.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...asOwner(folder.owner), cwd: folder.data, env: ENVIRONMENT, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', resolve)
  })
  child.unref()
  return () => child.exitCode === null && child.signalCode === null
}

/** The engine that runs over `data`, as its pid file tells; undefined when there is no such file or it is a left-over. */
export function findRunning(data: string): RunningEngine | undefined {
  const [pid, , , , run] = readPidFile(data)
  return pid === undefined || run === undefined || !(Number(pid) > 0) ? undefined : { pid: Number(pid), run }
}

/** Whether `pid` is alive and is the engine over `data`: after a crash of the machine its number may be anybody's. */
export function isEngine(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch (error) {
    // Without /proc (macOS), or another user's process: believe the pid file.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT' && existsSync('/proc/self'))
  }
}

/**
 * Takes away the pid file of an engine that is no more, and its socket with the lock: PostgreSQL would refuse both for as long as the dead
 * process has its row in the table, where nobody reaps orphans. It still checks that no child of it has the shared memory.
 */
export function removeLeftOvers({ data, run }: EngineFolder): void {
  const socket = join(run, `.s.PGSQL.${SOCKET_PORT}`)
  for (const file of [join(data, 'postmaster.pid'), socket, `${socket}.lock`]) rmSync(file, { force: true })
}

/** Stops the engine: fast (open transactions are rolled back, the last checkpoint written), at once when that takes 15 s. */
export async function stopEngine(pid: number, data: string): Promise<void> {
  // Its pid file goes last. An adopted engine's process may stay in the process table, where nobody reaps orphans.
  const isThere = () => isAlive(pid) && findRunning(data)?.pid === pid
  for (const [signal, patienceMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!isThere()) return
    process.kill(pid, signal)
    for (const until = Date.now() + patienceMs; Date.now() < until && isThere(); ) await wait(10)
  }
}

/** The engine's last words, for the sentence that says why it did not start. */
export const lastWords = (folder: EngineFolder): string =>
  existsSync(folder.log) ? lastLine(readFileSync(folder.log, 'utf8')) : 'it left no word'

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const fatal = lines.findLast((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? 'it left no word'
  return fatal.replace(/^.*?(?:FATAL|error):\s*/, '')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function readPidFile(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return [] // Not there, or taken away while we looked.
  }
}
