import { type Api, createApi } from '#server/http/api.ts'
import { requester, type TestServer } from './test-server.ts'

/** An API over a test server's members and database with calls of the test's own, for rules that no real call shows. */
export function testApi(server: TestServer, addRoutes: (api: Api) => void) {
  const api = createApi(server.services)
  addRoutes(api)
  const request = requester((...args) => api.hono.request(...args))
  return { api, request }
}
