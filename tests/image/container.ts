import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '#tests/e2e/support/server.ts'
import type { Built } from './build.ts'
import { type Finished, mustPodman, podman } from './podman.ts'

interface ContainerOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** This machine's volumes and folders, as `source:target:options`. */
  readonly volumes?: readonly string[]
  readonly command?: readonly string[]
  readonly entrypoint?: string
}

/** As compose.yaml runs it. */
const HARDENED = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']

const createRun = ({ image, runtime }: Built, { settings = {}, volumes = [], ...more }: ContainerOptions) => [
  'run',
  '--network',
  'host',
  ...runtime.run,
  ...HARDENED,
  ...volumes.flatMap((volume) => ['--volume', volume]),
  ...Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ...(more.entrypoint === undefined ? [] : ['--entrypoint', more.entrypoint]),
  image,
  ...(more.command ?? []),
]

/** Runs a container to its end. */
export const runToEnd = (built: Built, options: ContainerOptions): Promise<Finished> => {
  const [run = '', ...args] = createRun(built, options)
  // podman without systemd reports that it cannot schedule health checks.
  return podman([run, '--rm', '--no-healthcheck', ...args], built.runtime.global)
}

/** Creates a volume for one test. */
export async function aVolume(): Promise<string> {
  const volume = await mustPodman(['volume', 'create'])
  onTestFinished(async () => void (await podman(['volume', 'rm', '--force', volume])))
  return volume
}

export interface Container {
  readonly url: string
  /** The time from its process's start to the first response with 200, in ms. */
  readonly readyMs: number
  exec(...command: readonly string[]): Promise<Finished>
  checkHealth(): Promise<Finished>
  /** Returns the server process's resident memory, without the database engine, in bytes. */
  memory(): Promise<number>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number>
}

/** Starts a container that runs in the background until the test is done. Returns its id. */
export async function startDetached(built: Built, options: ContainerOptions): Promise<string> {
  const [run = '', ...args] = createRun(built, options)
  const id = await mustPodman([run, '--detach', ...args], built.runtime.global)
  onTestFinished(async () => void (await podman(['rm', '--force', '--time', '20', id], built.runtime.global)))
  return id
}

/** Starts a server on a free port and waits until it is ready. */
export async function startContainer(built: Built, options: ContainerOptions): Promise<Container> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { HOST: '127.0.0.1', PORT: String(port), RATE_LIMIT_SIGN_UPS: '100,10', ...options.settings }
  const id = await startDetached(built, { ...options, settings })
  const inspect = (format: string) => mustPodman(['inspect', '--format', format, id], built.runtime.global)
  const isReady = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const until = Date.now() + 60_000; !(await isReady()); await wait(20)) {
    if (Date.now() > until || (await inspect('{{.State.Running}}')) !== 'true')
      throw new Error(`The container is not ready: ${JSON.stringify(await podman(['logs', id], built.runtime.global))}`)
  }
  const readyAt = Date.now()
  const startedAt = Date.parse(await inspect('{{.State.StartedAt.Format "2006-01-02T15:04:05.000Z07:00"}}'))
  return {
    url,
    readyMs: readyAt - startedAt,
    exec: (...command) => podman(['exec', id, ...command], built.runtime.global),
    checkHealth: () => podman(['healthcheck', 'run', id], built.runtime.global),
    async memory() {
      const status = readFileSync(`/proc/${await inspect('{{.State.Pid}}')}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
    },
    async stop() {
      await mustPodman(['stop', '--time', '30', id], built.runtime.global)
      return Number(await inspect('{{.State.ExitCode}}'))
    },
  }
}
