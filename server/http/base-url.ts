import { isLoopback } from '#server/config/config.ts'
import type { Api, RequestContext } from './api.ts'

/** Returns this server's base URL without a trailing slash, where no request names it. */
export const ownUrl = ({ config, port }: Pick<Api, 'config' | 'port'>): string =>
  config.publicUrl?.href.replace(/\/$/, '') ?? `http://localhost:${port()}`

/**
 * Returns this server's base URL without a trailing slash: PUBLIC_URL, or the request's loopback
 * address. Any other Host header may be forged and is not repeated.
 */
export function baseUrl(api: Pick<Api, 'config' | 'port'>, c: RequestContext): string {
  const { origin, hostname } = new URL(c.req.url)
  return api.config.publicUrl === null && isLoopback(hostname) ? origin : ownUrl(api)
}
