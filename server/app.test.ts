import { expect, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { testServer } from '#tests/support/test-server.ts'

/** May only get shorter. */
const NOT_BUILT = ['GET /api/user/similar-taste', 'GET /api/user/compare', 'GET /api/artist/exploration']

test('what is not built yet says so, and is never more than before', async () => {
  const server = await testServer()
  expect(server.app.notBuilt).toEqual(NOT_BUILT)
  for (const endpoint of endpoints) {
    const { status, body } = await server.request(endpoint.method, endpoint.path)
    const isBuilt = !NOT_BUILT.includes(endpointName(endpoint))
    expect([endpointName(endpoint), status === 501]).toEqual([endpointName(endpoint), !isBuilt])
    if (!isBuilt) expect(body).toEqual({ error: 'This is not built yet.', code: 'not_built' })
  }
})

test('every call that needs a session says so to a visitor', async () => {
  const server = await testServer()
  for (const endpoint of endpoints.filter((it) => it.access === 'member')) {
    const { status, body } = await server.request(endpoint.method, endpoint.path)
    if (status !== 501)
      expect([endpointName(endpoint), status, body.code]).toEqual([endpointName(endpoint), 401, 'no_session'])
  }
})
