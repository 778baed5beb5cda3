import { createServer } from 'node:http'
import { CannotStart } from '#server/config.ts'
import type { Logger } from '#server/http/log.ts'
import type { MetricsRegistry } from './metrics.ts'

interface MetricsAddress {
  readonly host: string
  readonly port: number
}

/**
 * Serves `/metrics` at an address of its own, which belongs in a private network: the metrics are
 * not secret, but of no use to visitors. Throws {@link CannotStart} if it cannot listen there.
 * Returns the port and a function that stops it.
 */
export async function serveMetrics(
  metrics: MetricsRegistry,
  { host, port }: MetricsAddress,
  log: Logger,
): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.method !== 'GET' || incoming.url?.split('?', 1)[0] !== '/metrics') {
      outgoing.writeHead(404).end()
      return
    }
    metrics.render().then(
      (text) => outgoing.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.warn('The metrics could not be read', { reason: error instanceof Error ? error.name : 'unknown' })
        outgoing.writeHead(503).end()
      },
    )
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new CannotStart(`METRICS_PORT: cannot listen at ${host}:${port} (${codeOf(error)}).`, { cause: error })),
    )
    server.listen({ host, port }, resolve)
  })
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : error.name)
