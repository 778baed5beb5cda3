import type { Endpoint } from '#contract/endpoint.ts'
import type { Api } from './api.ts'
import { Refusal } from './refusal.ts'

/** API paths outside the contract that accept GET. */
const OWN_PATHS = ['/api/health', '/api/openapi.json', '/api/single-sign-on/callback']

/**
 * Registers the responses without a handler: other methods (405) and unknown
 * paths (404). Call it last.
 */
export function registerFallbacks({ hono }: Api, endpoints: readonly Endpoint[]): void {
  for (const [path, methods] of methodsByPath(endpoints)) {
    hono.all(path, (c) => {
      throw new Refusal(405, `${c.req.path} does not support this method.`, 'method_not_allowed', {
        headers: { Allow: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ') },
      })
    })
  }
  const rejectUnknownPath = () => {
    throw new Refusal(404, 'Not found.')
  }
  hono.all('/api', rejectUnknownPath).all('/api/*', rejectUnknownPath)
}

function methodsByPath(endpoints: readonly Endpoint[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>(OWN_PATHS.map((path) => [path, ['GET']]))
  for (const { path, method } of endpoints) methods.set(path, [...(methods.get(path) ?? []), method])
  return methods
}
