import type { Api, RequestContext } from '#server/http/api.ts'
import { setHeaders } from '#server/http/headers.ts'
import { type Refusal, toRefusal } from '#server/http/refusal.ts'

export const PROTOCOL_HEADERS = {
  'Cache-Control': 'no-store',
  // For players that are web pages: requests authenticate by token; cookies are not read here.
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset-In',
} as const

type Method = 'GET' | 'POST'

/** Serves a protocol's paths to any program, including pages on other origins, without cookies. */
export function openTo(
  { hono }: Api,
  paths: readonly string[],
  methods: readonly Method[],
  handler: (c: RequestContext) => Promise<Response>,
): void {
  hono.on([...methods], [...paths], (c) => {
    setHeaders(c, PROTOCOL_HEADERS)
    return handler(c)
  })
  hono.on('OPTIONS', [...paths], (c) => {
    setHeaders(c, PROTOCOL_HEADERS)
    c.header('Access-Control-Allow-Methods', 'GET, POST, OPTIONS')
    c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    c.header('Access-Control-Max-Age', '86400')
    return c.body(null, 204)
  })
}

/** Returns the refusal for an error, for a response in a protocol's own format. */
export const toLoggedRefusal = ({ log }: Api, c: RequestContext, error: unknown): Refusal =>
  toRefusal(error, log, c.get('requestId'))

/**
 * Responds to other paths with a JSON error, never with the app's page: players request many that
 * only some services have.
 */
export function addNotFoundRoutes({ hono }: Api): void {
  for (const path of ['/1/*', '/2.0/*', '/apis/*']) {
    hono.all(path, (c) => {
      setHeaders(c, PROTOCOL_HEADERS)
      return c.json({ code: 404, error: 'Not found.' }, 404)
    })
  }
}
