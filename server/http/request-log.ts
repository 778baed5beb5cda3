import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Config } from '#server/config/config.ts'
import type { Logger } from '#server/telemetry/log.ts'
import type { Metrics } from '#server/telemetry/metrics.ts'
import { chooseRequestId, runWithRequestId } from '#server/telemetry/request-id.ts'
import type { Tracing } from '#server/telemetry/tracing.ts'
import type { NodeBindings } from './address.ts'
import { isCheck } from './checks.ts'
import { headersFor, setHeaders } from './headers.ts'
import { Refusal } from './refusal.ts'

interface RequestLogServices {
  readonly config: Config
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'observeRequest'>
  readonly tracing?: Tracing | undefined
}

/**
 * Middleware that logs and counts each request, without the query string (it contains passwords and
 * messages), and sets every response's headers. Server failures and slow requests are warnings.
 */
export function requestLogging({ log, config, metrics, tracing }: RequestLogServices): MiddlewareHandler<{
  Bindings: NodeBindings
  Variables: { requestId: string; isTagged?: boolean }
}> {
  const headers = headersFor(config)
  return async (c, next) => {
    const id = chooseRequestId(c.req.header('X-Request-Id'), config.trustedProxies)
    c.set('requestId', id)
    setHeaders(c, { 'X-Request-Id': id, ...headers })
    const startedAt = performance.now()
    // PostgreSQL cannot store NUL, so that no path with it can name a record.
    if (/%00|\0/.test(c.req.path)) throw new Refusal(400, 'A path must not contain the character NUL.')
    const [method, path] = [c.req.method, c.req.path.slice(0, 200)]
    if (tracing === undefined || isCheck(path)) await runWithRequestId(id, next)
    else {
      const traceparent = config.trustedProxies > 0 ? c.req.header('traceparent') : undefined
      await tracing.traceRequest({ method, id, traceparent }, async () => {
        await runWithRequestId(id, next)
        return { route: findRoute(c), status: c.res.status }
      })
    }
    const ms = performance.now() - startedAt
    const { status } = c.res
    metrics.observeRequest({ method, route: findRoute(c), status, seconds: ms / 1000 })
    const isWarning = status >= 500 || ms >= config.slowMs
    // Successful checks come every few seconds.
    const level = isCheck(path) && status === 200 ? 'debug' : isWarning ? 'warn' : 'info'
    log[level](`${method} ${path}`, { method, path, status, ms: Math.round(ms * 10) / 10, id })
  }
}

/** Returns the endpoint's pattern, or the pattern of the path group if it has none (`/api/*`). */
function findRoute(c: Context): string {
  const patterns = matchedRoutes(c).map((route) => route.path)
  return patterns.findLast((pattern) => !pattern.includes('*')) ?? patterns.at(-1) ?? 'unknown'
}
