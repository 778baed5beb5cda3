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
import { CannotStart } from '#server/config/config.ts'
import type { Binaries } from './binaries.ts'
import type { EngineFolder } from './folder.ts'
import { existsProcess, toSpawnOptions } from './owner.ts'

/** The postmaster.pid contents that this program reads. */
export interface RunningEngine {
  readonly pid: number
  readonly run: string
}

/** The number in the socket's name; no TCP port is opened. */
export const SOCKET_PORT = 5432
export const ENGINE_USER = 'flipside'

const LOG_MAX_BYTES = 5_000_000
/** The engine's environment; it inherits nothing from this process. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Durability is PostgreSQL's default (fsync on). The rest limits server and engine to 300 MB of
 * memory and excludes data from the log.
 */
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

/**
 * Creates an empty database cluster in `target` that sorts by code point: the program folds case.
 * Detached: Ctrl-C reaches this process only, which stops after its start.
 */
export async function initialize(binaries: Binaries, folder: EngineFolder, target: string): Promise<void> {
  const options = ['--locale=C', '-E', 'UTF8', '-U', ENGINE_USER, '--auth=trust', '--no-instructions']
  const child = spawn(binaries.initdb, ['-D', target, ...options], {
    ...toSpawnOptions(folder.owner),
    cwd: target,
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return
  rmSync(target, { recursive: true, force: true })
  throw new CannotStart(`The database could not be made in ${folder.data}: ${findLastError(stderr)}`)
}

/**
 * Starts the engine detached, so that it outlives this process. Resolves when the process runs,
 * before the engine is ready, to a function that returns whether it still runs.
 */
export async function launch(binaries: Binaries, folder: EngineFolder): Promise<() => boolean> {
  if (existsSync(folder.log) && statSync(folder.log).size > LOG_MAX_BYTES) renameSync(folder.log, `${folder.log}.1`)
  const log = openSync(folder.log, 'a', 0o600)
  const settings = { ...SETTINGS, unix_socket_directories: folder.run }
  const child = spawn(
    binaries.postgres,
    ['-D', folder.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...toSpawnOptions(folder.owner),
      cwd: folder.data,
      env: ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log, log],
    },
  )
  closeSync(log)
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('spawn', resolve)
  })
  child.unref()
  return () => child.exitCode === null && child.signalCode === null
}

/**
 * Returns the engine named by the pid file in `data`, or undefined if there is no valid one. The
 * file may be stale.
 */
export function findRunning(data: string): RunningEngine | undefined {
  const [pid, , , , run] = readPidFile(data)
  return pid === undefined || run === undefined || !(Number(pid) > 0) ? undefined : { pid: Number(pid), run }
}

/**
 * Returns whether `pid` is the engine over `data`: after a machine crash, another process may have
 * that pid.
 */
export function isEngine(pid: number, data: string): boolean {
  if (!existsProcess(pid)) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
  } catch (error) {
    // Without /proc (macOS), or for another user's process: trust the pid file.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT' && existsSync('/proc/self'))
  }
}

/**
 * Removes a dead engine's pid file, and its socket with the lock. PostgreSQL rejects both while the
 * process is in the process table, for example as an orphan that is never reaped. PostgreSQL itself
 * still checks that no child uses the shared memory.
 */
export function removeStaleFiles({ data, run }: EngineFolder): void {
  const socket = join(run, `.s.PGSQL.${SOCKET_PORT}`)
  for (const file of [join(data, 'postmaster.pid'), socket, `${socket}.lock`]) rmSync(file, { force: true })
}

/**
 * Stops the engine: by a fast shutdown (open transactions are rolled back, a checkpoint is
 * written), or at once if that takes longer than 15 s.
 */
export async function stopEngine(pid: number, data: string): Promise<void> {
  // PostgreSQL removes its pid file last. An adopted engine may remain in the process table, as an
  // orphan that is never reaped.
  const isRunning = () => existsProcess(pid) && findRunning(data)?.pid === pid
  for (const [signal, timeoutMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!isRunning()) return
    process.kill(pid, signal)
    for (const until = Date.now() + timeoutMs; Date.now() < until && isRunning(); ) await wait(10)
  }
}

/** Returns the engine's last error from its log, for the message about a failed start. */
export const readLastError = (folder: EngineFolder): string =>
  existsSync(folder.log) ? findLastError(readFileSync(folder.log, 'utf8')) : 'its log is empty'

function findLastError(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const fatal = lines.findLast((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? 'its log is empty'
  return fatal.replace(/^.*?(?:FATAL|error):\s*/, '')
}

function readPidFile(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return [] // Missing, or removed since.
  }
}
