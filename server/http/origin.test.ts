import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { testServer } from '#tests/support/test-server.ts'

const at = (env: Record<string, string>) => {
  const { publicUrl, allowedOrigins } = readConfig(env)
  return { settings: { publicUrl, allowedOrigins } }
}

/**
 * Returns a write's status with these headers; 400 comes from the handler: the write was allowed.
 */
async function statusOf(options: ReturnType<typeof at>, headers: Record<string, string>): Promise<number> {
  const server = await testServer(options)
  return (await server.post('/api/user/login', {}, { headers })).status
}
const [LET_THROUGH, REFUSED] = [400, 403]

test.each([
  [{}, LET_THROUGH],
  [{ Origin: 'http://localhost:3000' }, LET_THROUGH],
  [{ Origin: 'http://127.0.0.1:3000', 'Sec-Fetch-Site': 'same-origin' }, LET_THROUGH],
  [{ Origin: 'http://[::1]:3000' }, LET_THROUGH],
  [{ 'Sec-Fetch-Site': 'none' }, LET_THROUGH],
  [{ Origin: 'http://localhost:3001' }, REFUSED],
  [{ Origin: 'https://localhost:3000' }, REFUSED],
  [{ Origin: 'http://evil.example' }, REFUSED],
  [{ Origin: 'http://localhost.evil.example:3000' }, REFUSED],
  [{ Origin: 'null' }, REFUSED],
  [{ Origin: '' }, REFUSED],
  [{ Origin: 'http://evil.example', Host: 'evil.example' }, REFUSED],
  [{ 'Sec-Fetch-Site': 'same-site' }, REFUSED],
  [{ 'Sec-Fetch-Site': 'cross-site' }, REFUSED],
  [{ Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-site' }, REFUSED],
])('without PUBLIC_URL a write with %j has the status %i', async (headers, status) => {
  expect(await statusOf(at({}), headers)).toBe(status)
})

test.each([
  [{ Origin: 'https://flipside.example' }, LET_THROUGH],
  [{ Origin: 'https://app.flipside.example', 'Sec-Fetch-Site': 'same-site' }, LET_THROUGH],
  [{ Origin: 'https://app.flipside.example', 'Sec-Fetch-Site': 'cross-site' }, REFUSED],
  [{ Origin: 'http://flipside.example' }, REFUSED],
  [{ Origin: 'http://localhost:3000' }, REFUSED],
  [{ Origin: 'https://other.flipside.example', 'Sec-Fetch-Site': 'same-site' }, REFUSED],
])('with PUBLIC_URL and ALLOWED_ORIGINS a write with %j has the status %i', async (headers, status) => {
  const settings = at({ PUBLIC_URL: 'https://flipside.example', ALLOWED_ORIGINS: 'https://app.flipside.example' })
  expect(await statusOf(settings, headers)).toBe(status)
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
