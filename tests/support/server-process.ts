import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { compileCache } from './compile-cache.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export interface ProcessOptions {
  readonly dataDir: string
  readonly settings?: Readonly<Record<string, string>>
  /** The checkout to run, instead of this one. */
  readonly root?: string
  /** The system user to run as; requires root. */
  readonly uid?: number
  /** Whether it leads a process group of its own, as in a terminal. */
  readonly isGroupLeader?: boolean
  /** Node options. With them the process can send messages to its parent (`process.send`). */
  readonly nodeOptions?: readonly string[]
  /** Receives the whole output so far whenever there is more, and the process. */
  readonly onOutput?: (output: string, child: ChildProcess) => void
}

/** How a process ended that should have started. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A server in its own process, as `npm run serve` starts it, but without the built app. */
export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Returns its output so far. */
  readonly output: () => string
  /** Sends a signal and waits for the end. */
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Ended>
}

/** Creates a folder that every user may enter, for one test. */
export function aFolder(): string {
  const folder = mkdtempSync(join('/tmp', 'flipside-process-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a server and waits until it responds or ends. */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess | Ended> {
  const { child, ended, output } = run(['server/main.ts', '--api-only'], options)
  const started = new Promise<string>((found) => {
    child.stdout?.on('data', () => {
      const url = /Flipside is at (\S+)/.exec(output())?.[1]
      if (url !== undefined) found(url)
    })
  })
  const url = await Promise.race([started, ended])
  if (typeof url !== 'string') return url
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  })
  const kill: ServerProcess['kill'] = (signal) => {
    child.kill(signal)
    return ended
  }
  return { url, child, output, kill }
}

/** Like {@link startProcess}, for a server that must start. */
export async function aServerProcess(options: ProcessOptions): Promise<ServerProcess> {
  const started = await startProcess(options)
  if ('url' in started) return started
  throw new Error(`The server did not start: ${started.stdout}${started.stderr}`)
}

/** Runs an admin command to its end. */
export const runAdmin = (args: readonly string[], options: ProcessOptions): Promise<Ended> =>
  run(['server/admin/main.ts', ...args], options).ended

/** Starts a `server/backup` command. */
export const startCopy = (args: readonly string[], options: ProcessOptions) =>
  run(['server/backup/main.ts', ...args], options)

function run(
  args: readonly string[],
  { dataDir, settings = {}, root = ROOT, uid, isGroupLeader = false, nodeOptions, onOutput }: ProcessOptions,
) {
  const child = spawn(process.execPath, [...(nodeOptions ?? []), ...args], {
    cwd: root,
    detached: isGroupLeader,
    env: { ...compileCache, PATH: dirname(process.execPath), PORT: '0', DATA_DIR: dataDir, DEMO: '0', ...settings },
    stdio: nodeOptions === undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    texts.stdout += String(chunk)
    onOutput?.(texts.stdout, child)
  })
  child.stderr?.on('data', (chunk) => (texts.stderr += String(chunk)))
  const ended = new Promise<Ended>((resolveEnd, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolveEnd({ code, ...texts }))
  })
  return { child, ended, output: () => texts.stdout }
}
