import type { Endpoint, Query } from '#contract/endpoint.ts'

declare const __API_HOST__: string | undefined

/** The host set at build time (VITE_API_HOST); empty for the page's own origin. */
export const apiHost = typeof __API_HOST__ === 'string' ? __API_HOST__.replace(/\/$/, '') : ''

/** All inputs are in the query string, never in a body. Undefined parameters are omitted. */
export function toUrl<E extends Endpoint>(endpoint: E, query: Query<E>, host = apiHost): string {
  const params = new URLSearchParams()
  // The contract's schemas allow strings and numbers only; generics hide that from the compiler.
  const inputs = query as Record<string, string | number | undefined>
  for (const [name, value] of Object.entries(inputs)) if (value !== undefined) params.set(name, String(value))
  const search = params.toString()
  return `${host}${endpoint.path}${search === '' ? '' : `?${search}`}`
}
