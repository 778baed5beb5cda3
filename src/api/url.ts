import type { Endpoint, Query } from '#contract/endpoint.ts'

declare const __API_HOST__: string | undefined

/** The host that the build was pointed at (VITE_API_HOST); empty is the page's own origin. */
export const apiHost = typeof __API_HOST__ === 'string' ? __API_HOST__.replace(/\/$/, '') : ''

/** All inputs travel in the query string, never in a body. Absent parameters are left out. */
export function urlOf<E extends Endpoint>(endpoint: E, query: Query<E>, host = apiHost): string {
  const params = new URLSearchParams()
  // By the contract's schemas an input is text or a number; generics hide that from the compiler.
  const inputs = query as Record<string, string | number | undefined>
  for (const [name, value] of Object.entries(inputs)) if (value !== undefined) params.set(name, String(value))
  const search = params.toString()
  return `${host}${endpoint.path}${search === '' ? '' : `?${search}`}`
}
