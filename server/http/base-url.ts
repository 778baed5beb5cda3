import { isLoopback } from '#server/config.ts'
import type { Api, RequestContext } from './api.ts'

/**
 * Where people reach this server, without a slash at its end: PUBLIC_URL, or the loopback address that the request was made to.
 * Any other Host header could have been written by a stranger, and is not repeated.
 */
export function baseUrl({ config, port }: Pick<Api, 'config' | 'port'>, c: RequestContext): string {
  if (config.publicUrl !== null) return config.publicUrl.href.replace(/\/$/, '')
  const { origin, hostname } = new URL(c.req.url)
  return isLoopback(hostname) ? origin : `http://localhost:${port()}`
}
