import { expect, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { testServer } from '#tests/support/test-server.ts'

test('every endpoint of the contract is implemented', async () => {
  const server = await testServer()
  for (const endpoint of endpoints) {
    const { status } = await server.request(endpoint.method, endpoint.path)
    // Without a handler, its path supports no method.
    expect([endpointName(endpoint), status === 405]).toEqual([endpointName(endpoint), false])
  }
})

test('every endpoint that needs a session is 401 for a visitor', async () => {
  const server = await testServer()
  for (const endpoint of endpoints.filter((route) => route.access === 'member')) {
    const { status, body } = await server.request(endpoint.method, endpoint.path)
    expect([endpointName(endpoint), status, body.code]).toEqual([endpointName(endpoint), 401, 'no_session'])
  }
})
