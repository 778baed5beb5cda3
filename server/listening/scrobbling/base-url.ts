import type { Api, RequestContext } from '#server/http/api.ts'

/** Where people reach this server, without a slash at its end: PUBLIC_URL, or the address that this very request was made to. */
export const baseUrl = ({ config }: Api, c: RequestContext): string =>
  (config.publicUrl?.href ?? new URL(c.req.url).origin).replace(/\/$/, '')
