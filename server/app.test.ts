import { expect, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { testServer } from '#tests/support/test-server.ts'

test('everything that the contract promises is built', async () => {
  const server = await testServer()
  expect(server.app.notBuilt).toEqual([])
  for (const endpoint of endpoints) {
    const { status } = await server.request(endpoint.method, endpoint.path)
    expect([endpointName(endpoint), status === 501]).toEqual([endpointName(endpoint), false])
  }
})

test('every call that needs a session says so to a visitor', async () => {
  const server = await testServer()
  for (const endpoint of endpoints.filter((it) => it.access === 'member')) {
    const { status, body } = await server.request(endpoint.method, endpoint.path)
    expect([endpointName(endpoint), status, body.code]).toEqual([endpointName(endpoint), 401, 'no_session'])
  }
})
