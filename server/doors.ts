import type { Config } from './config/config.ts'
import { createEntrance, type Entrance } from './http/entrance.ts'
import { type Listening, listen } from './http/listen.ts'
import type { MetricsRegistry } from './metrics/metrics.ts'
import { serveMetrics } from './metrics/serve.ts'
import type { Logger } from './telemetry/log.ts'

/**
 * The port of a start that takes longer is open, so that a supervisor does not end it. Otherwise a
 * process that shares its database leaves it closed until it serves requests: a proxy sends them to
 * a process that accepts connections.
 */
const OPEN_AFTER_MS = 10_000

/** The port of the app, and that of the metrics, which is open from the beginning. */
export interface Doors {
  readonly entrance: Entrance
  /** Opens the port of the app, unless it is open. Throws CannotStart. */
  readonly open: () => Promise<Listening>
  /** Waits for requests to finish. */
  readonly close: () => Promise<void>
  readonly closeMetrics: () => void
}

export async function openDoors(config: Config, log: Logger, metrics: MetricsRegistry): Promise<Doors> {
  const entrance = createEntrance(config)
  let listening: Promise<Listening> | undefined
  const open = () => {
    listening ??= listen({ hono: entrance, config }, config)
    return listening
  }
  const closeMetrics = await openMetrics(config, log, metrics)
  // A port that is taken is reported when the start opens it.
  const late = setTimeout(() => void open().catch(() => {}), OPEN_AFTER_MS)
  return {
    entrance,
    open,
    closeMetrics,
    async close() {
      clearTimeout(late)
      await (await listening?.catch(() => undefined))?.close()
    },
  }
}

/** Serves the metrics if METRICS_PORT is set. Returns a function that stops it. */
async function openMetrics(config: Config, log: Logger, metrics: MetricsRegistry): Promise<() => void> {
  if (config.metricsPort === null) return () => {}
  const served = await serveMetrics(metrics, { host: config.metricsHost, port: config.metricsPort }, log)
  log.info(`Metrics are at http://${config.metricsHost}:${served.port}/metrics`)
  return () => served.close()
}
