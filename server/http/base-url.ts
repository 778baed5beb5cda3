import { isLoopback } from '#server/config/config.ts'
import type { Api, RequestContext } from './api.ts'

/**
 * Returns this server's base URL without a trailing slash: PUBLIC_URL, or the request's loopback
 * address. Any other Host header may be forged and is not repeated.
 */
export function baseUrl({ config, port }: Pick<Api, 'config' | 'port'>, c: RequestContext): string {
  if (config.publicUrl !== null) return config.publicUrl.href.replace(/\/$/, '')
  const { origin, hostname } = new URL(c.req.url)
  return isLoopback(hostname) ? origin : `http://localhost:${port()}`
}
