import type { Endpoint } from '#contract/endpoint.ts'
import { type Api, createApi } from '#server/http/api.ts'
import { requester, type TestServer } from './test-server.ts'

/**
 * Creates an API over a test server's members and database with the test's own endpoints, for rules
 * that no real endpoint shows.
 */
export function testApi(server: TestServer, listed: readonly Endpoint[], addRoutes: (api: Api) => void) {
  const api = createApi(server.services, listed)
  addRoutes(api)
  const request = requester((...args) => api.hono.request(...args))
  return { api, request }
}
