import { freePort } from '#tests/e2e/support/server.ts'
import { SITE, startProxy } from '#tests/support/proxies.ts'
import { aFolder, aServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { unlimited } from './load-options.ts'
import type { RequestLog } from './request-log.ts'
import type { LoadTarget } from './request-sender.ts'

/** Processes on one database, each on its own port. */
interface ServerCluster {
  readonly ports: readonly number[]
  /** Starts a process at a place, from this checkout or another one. */
  start(place: number, root?: string): Promise<ServerProcess>
  /**
   * Kills a process and waits for its end. Records a fault: until the end after SIGKILL, and until
   * it accepts no more connections after SIGTERM.
   */
  kill(place: number, signal: 'SIGKILL' | 'SIGTERM', log: RequestLog): Promise<ServerProcess>
}

/** The time in which a process on a busy machine receives SIGTERM and closes its port. */
const CLOSING_MS = 1000

/** Starts processes at the same time. */
export async function startCluster(size: number, settings: Readonly<Record<string, string>>, root?: string) {
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()))
  const processes = new Map<number, ServerProcess>()
  const start: ServerCluster['start'] = async (place, checkout) => {
    const own = { ...unlimited, LOG_LEVEL: 'warn', ...settings, PORT: String(ports[place]) }
    const started = await aServerProcess({ dataDir: aFolder(), settings: own, ...(checkout && { root: checkout }) })
    processes.set(place, started)
    return started
  }
  await Promise.all(ports.map((_, place) => start(place, root)))
  const cluster: ServerCluster = {
    ports,
    start,
    async kill(place, signal, log) {
      const server = processes.get(place)
      if (server === undefined) throw new Error(`No process runs at ${place}.`)
      const from = performance.now()
      await server.kill(signal)
      const until = performance.now()
      log.faults.push({ from, until: signal === 'SIGKILL' ? until : Math.min(until, from + CLOSING_MS) })
      return server
    },
  }
  return cluster
}

/** The settings of processes behind the proxy. */
export const BEHIND_PROXY = { PUBLIC_URL: `https://${SITE}`, TRUST_PROXY: '1', MUSICBRAINZ_LINKS: '0' }

/** Starts nginx in front of a cluster. */
export async function startLoadProxy({ ports }: ServerCluster): Promise<LoadTarget> {
  const { port, certificate } = await startProxy('nginx', ...ports)
  return { url: `https://127.0.0.1:${port}`, site: SITE, certificate }
}
