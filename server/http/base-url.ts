import { isLoopback } from '#server/config/config.ts'
import type { Api, RequestContext } from './api.ts'

/**
 * Returns the base URL of this server without a trailing slash: PUBLIC_URL, or the loopback address
 * of the request. Any other Host header may be forged and is not repeated.
 */
export function baseUrl({ config, port }: Pick<Api, 'config' | 'port'>, c: RequestContext): string {
  if (config.publicUrl !== null) return config.publicUrl.href.replace(/\/$/, '')
  const { origin, hostname } = new URL(c.req.url)
  return isLoopback(hostname) ? origin : `http://localhost:${port()}`
}
