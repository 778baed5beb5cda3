import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { testServer } from '#tests/support/test-server.ts'

const at = (env: Record<string, string>) => {
  const { publicUrl, allowedOrigins } = readConfig(env)
  return { settings: { publicUrl, allowedOrigins } }
}

test.each<[Record<string, string>, number]>([
  [{ Origin: 'http://localhost:3000' }, 400], // by the handler: the write is allowed
  [{ Origin: 'http://evil.example', Host: 'evil.example' }, 403],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
])('without PUBLIC_URL a write with %j has the status %i', async (headers, status) => {
  const server = await testServer(at({}))
  expect((await server.post('/api/user/login', {}, { headers })).status).toBe(status)
})

test('only pages of allowed origins can read responses to requests with the cookie', async () => {
  const server = await testServer(at({ ALLOWED_ORIGINS: 'https://app.flipside.example' }))
  const request = (Origin: string, method = 'GET') =>
    server.request(method, '/api/user/session', {}, { headers: { Origin } })
  expect(Object.fromEntries((await request('https://app.flipside.example')).headers)).toMatchObject({
    'access-control-allow-origin': 'https://app.flipside.example',
    'access-control-allow-credentials': 'true',
    vary: expect.stringContaining('Origin'),
  })
  const preflight = await request('https://app.flipside.example', 'OPTIONS')
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, POST'])
  for (const method of ['GET', 'OPTIONS']) {
    const foreign = await request('https://evil.example', method)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  }
})
