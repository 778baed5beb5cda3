import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A command's result. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs podman to its end. */
export function podman(args: readonly string[], options: readonly string[] = []): Promise<Finished> {
  const child = spawn('podman', [...options, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (texts.stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (texts.stderr += String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...texts }))
  })
}

/** Runs podman to its end. Throws if it fails. */
export async function mustPodman(args: readonly string[], options: readonly string[] = []): Promise<string> {
  const { code, stdout, stderr } = await podman(args, options)
  if (code === 0) return stdout.trim()
  throw new Error(`podman ${args.join(' ')} ends with ${code}: ${stderr.slice(-2000)}`)
}

/** How containers run on this machine. */
export interface Runtime {
  /** Podman options, before the command. */
  readonly global: readonly string[]
  /** `podman run` options. */
  readonly run: readonly string[]
}

/**
 * Finds the options with which containers run here: inside another container, crun does not run on
 * hybrid cgroups and limits cannot be raised. Returns the errors if nothing runs.
 */
export async function findRuntime(image: string): Promise<Runtime | string> {
  const limits = (['nofile', 'nproc'] as const).flatMap((name) => ['--ulimit', `${name}=${lowerLimit(name)}`])
  const runtimes: Runtime[] = [
    { global: [], run: [] },
    { global: [], run: limits },
    { global: ['--runtime', 'runc'], run: limits },
    { global: ['--runtime', 'runc'], run: [...limits, '--cgroups', 'disabled'] },
  ]
  const errors: string[] = []
  for (const runtime of runtimes) {
    const args = ['run', '--rm', '--network', 'host', '--read-only', ...runtime.run, '--entrypoint', '/bin/true', image]
    const { code, stderr } = await podman(args, runtime.global)
    if (code === 0) return runtime
    errors.push(stderr.trim().split('\n').at(-1) ?? '')
  }
  return errors.join(' ')
}

/**
 * Returns a limit as `soft:hard` that this process may set: at most its own, and ample for a test.
 */
function lowerLimit(name: 'nofile' | 'nproc'): string {
  const title = name === 'nofile' ? 'Max open files' : 'Max processes'
  const limits = readFileSync('/proc/self/limits', 'utf8').split('\n')
  const hard = limits
    .find((line) => line.startsWith(title))
    ?.slice(title.length)
    .trim()
    .split(/\s+/)[1]
  const value = Math.min(4096, hard === undefined || hard === 'unlimited' ? 4096 : Number(hard))
  return `${value}:${value}`
}

/** Returns whether an image is stored here. */
export const hasImage = (name: string): boolean =>
  spawnSync('podman', ['image', 'exists', name], { stdio: 'ignore' }).status === 0
