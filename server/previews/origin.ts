import type { Api, RequestContext } from '#server/http/api.ts'

/**
 * Returns the origin in preview addresses: PUBLIC_URL, or without it the request's if it is a plain
 * host. Undefined if this server's app belongs to another API host.
 */
export function findOrigin({ config }: Pick<Api, 'config'>, c: RequestContext): string | undefined {
  if (config.apiHost !== null) return undefined
  if (config.publicUrl !== null) return config.publicUrl.origin
  const { origin } = new URL(c.req.url)
  return /^https?:\/\/[\w.[\]:-]{1,255}$/.test(origin) ? origin : undefined
}
