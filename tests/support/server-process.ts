import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

export interface ProcessOptions {
  readonly dataDir: string
  readonly settings?: Readonly<Record<string, string>>
  /** The system user to run as; only root may ask. */
  readonly uid?: number
  /** Options of Node. With them the process can report to its parent (`process.send`). */
  readonly nodeOptions?: readonly string[]
}

/** How a process that was to start ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A server in a process of its own, as `npm run serve` starts it, but without the built app. */
export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** What it printed so far. */
  readonly output: () => string
  /** Sends a signal and waits for the end. */
  kill(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Ended>
}

/** A folder that every user may enter, for one test. */
export function aFolder(): string {
  const folder = mkdtempSync(join('/tmp', 'flipside-process-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a server and waits until it answers, or until it ended by itself. */
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

/** As {@link startProcess}, for a server that must start. */
export async function aServerProcess(options: ProcessOptions): Promise<ServerProcess> {
  const started = await startProcess(options)
  if ('url' in started) return started
  throw new Error(`The server did not start: ${started.stdout}${started.stderr}`)
}

/** Runs an admin command to its end. */
export const runAdmin = (args: readonly string[], options: ProcessOptions): Promise<Ended> =>
  run(['server/admin/main.ts', ...args], options).ended

function run(args: readonly string[], { dataDir, settings = {}, uid, nodeOptions }: ProcessOptions) {
  const child = spawn(process.execPath, [...(nodeOptions ?? []), ...args], {
    cwd: ROOT,
    env: { PATH: dirname(process.execPath), PORT: '0', DATA_DIR: dataDir, DEMO: '0', ...settings },
    stdio: nodeOptions === undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (texts.stdout += String(chunk)))
  child.stderr?.on('data', (chunk) => (texts.stderr += String(chunk)))
  const ended = new Promise<Ended>((resolveEnd, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolveEnd({ code, ...texts }))
  })
  return { child, ended, output: () => texts.stdout }
}
