import { createServer } from 'node:http'
import { type Address, bind } from '#server/http/listen.ts'
import { describeFailure, type Logger } from '#server/telemetry/log.ts'
import type { MetricsRegistry } from './metrics.ts'

const SETTINGS = { port: 'METRICS_PORT', host: 'METRICS_HOST' }

/**
 * Serves `/metrics` at a separate address, which belongs in a private network: the metrics are not
 * secret, but useless to visitors. Throws CannotStart if it cannot listen there. Returns the port
 * and a function that stops it.
 */
export async function serveMetrics(
  metrics: MetricsRegistry,
  address: Address,
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
        log.warn('The metrics could not be read', describeFailure(error))
        outgoing.writeHead(503).end()
      },
    )
  })
  server.requestTimeout = 10_000
  return {
    port: await bind(server, address, SETTINGS),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
