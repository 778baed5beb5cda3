/**
 * `npm run dev`: runs Vite with hot reload at PORT, and the server, restarted on changes, at the
 * port after it. When one ends, the other is ended too.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const port = Number(process.env['PORT'] ?? 3000)
const apiPort = port + 1
const api = `http://127.0.0.1:${apiPort}`
const watched = ['server', 'contract'].map((folder) => `--watch-path=${folder}`)

const children = [
  run(
    process.execPath,
    [
      '--watch',
      '--watch-preserve-output',
      ...watched,
      '--import',
      './scripts/node-version.js',
      'server/main.ts',
      '--api-only',
    ],
    { PORT: String(apiPort), PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}` },
  ),
  run(resolve(root, 'node_modules/.bin/vite'), ['--port', String(port), '--strictPort'], { FLIPSIDE_DEV_API: api }),
]

function run(command: string, args: readonly string[], settings: Record<string, string>): ChildProcess {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...settings } })
  child.once('exit', (code) => stop(code ?? 0))
  return child
}

function stop(code: number): void {
  process.exitCode ??= code
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
