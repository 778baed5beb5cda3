import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SocketAddress } from '#server/db/embedded/embedded.ts'

/** A TCP address for a test's database that can fail as networks do. */
interface DatabaseProxy {
  /** The DATABASE_URL value. */
  readonly url: string
  /** Listens: before, connections are refused. */
  listen(): Promise<void>
  /**
   * Forwards nothing from now on, in both directions, and accepts connections without a response.
   */
  hang(): void
  /** Closes the connections that hung and forwards again. */
  resume(): void
  /** Closes all connections and forwards to another server, by its socket's path. */
  pointAt(path: string): void
}

/** Creates a proxy on a free port. It does not listen yet. */
export async function createDatabaseProxy({ host, port, user, database }: SocketAddress): Promise<DatabaseProxy> {
  let path = join(host, `.s.PGSQL.${port}`)
  const sockets = new Set<Socket>()
  let isHung = false
  const server = createServer((client) => {
    const upstream = connect(path)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => isHung || to.write(chunk))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        if (!isHung) to.destroy()
      })
    }
  })
  const free = await listenAt(server, 0)
  server.close()
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return {
    url: `postgres://${user}@127.0.0.1:${free}/${database}`,
    listen: async () => void (await listenAt(server, free)),
    hang() {
      isHung = true
    },
    resume() {
      for (const socket of sockets) socket.destroy()
      isHung = false
    },
    pointAt(other) {
      path = other
      for (const socket of sockets) socket.destroy()
    },
  }
}

const listenAt = (server: Server, port: number) =>
  new Promise<number>((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
