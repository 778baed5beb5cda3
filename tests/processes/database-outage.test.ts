import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/support/database.ts'
import { createDatabaseProxy } from '#tests/support/database-proxy.ts'
import { aFolder, aServerProcess, type ServerProcess, startProcess } from '#tests/support/server-process.ts'

/** Starts a server over a database behind a proxy. */
async function startBehindProxy() {
  const proxy = await createDatabaseProxy(await emptyDatabase())
  await proxy.listen()
  const server = await aServerProcess({ dataDir: aFolder(), settings: { DATABASE_URL: proxy.url } })
  return { proxy, server }
}

const FEED = '/api/get-broadcasts?limit=5'

const get = async ({ url }: ServerProcess, path: string) => {
  const startedAt = performance.now()
  const response = await fetch(`${url}${path}`)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, ms: performance.now() - startedAt }
}

test('a server waits at its start for a database that is not up yet', async () => {
  const proxy = await createDatabaseProxy(await emptyDatabase())
  const waiting = Promise.withResolvers<void>()
  const onOutput = (output: string) =>
    output.includes('Waiting for the database: no server listens at its address.') && waiting.resolve()
  const settings = { DATABASE_URL: proxy.url, DATABASE_WAIT: '120' }
  const starting = startProcess({ dataDir: aFolder(), settings, onOutput })
  await waiting.promise
  await proxy.listen()
  const server = await starting
  if (!('url' in server)) throw new Error(server.stderr)
  expect((await get(server, '/readyz')).status).toBe(200)
})

test('a server does not start when the database stays away', async () => {
  const proxy = await createDatabaseProxy(await emptyDatabase())
  const ended = await startProcess({ dataDir: aFolder(), settings: { DATABASE_URL: proxy.url, DATABASE_WAIT: '1' } })
  if ('url' in ended) throw new Error('It started.')
  expect([ended.code, ended.stderr]).toEqual([1, 'The database cannot be opened: no server listens at its address.\n'])
})

test('a database that hangs is reported, and used again once it responds', async () => {
  const { proxy, server } = await startBehindProxy()
  expect((await get(server, FEED)).status).toBe(200)
  proxy.hang()
  const inFlight = get(server, FEED)
  const ready = await get(server, '/readyz')
  // After a second; a busy machine takes longer. Without a limit it would not respond.
  expect([ready.status, ready.headers.get('retry-after'), ready.ms < 10_000]).toEqual([503, '5', true])
  expect((await get(server, '/livez')).status).toBe(200)
  const failed = await inFlight
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '2'])
  await expect.poll(async () => (await get(server, FEED)).ms, { timeout: 20_000 }).toBeLessThan(500)
  expect((await get(server, FEED)).status).toBe(503)
  proxy.resume()
  await expect.poll(async () => (await get(server, FEED)).status, { timeout: 20_000 }).toBe(200)
  expect((await get(server, '/readyz')).status).toBe(200)
  expect(server.output()).not.toMatch(/^ +at /m)
  expect(server.output().match(/The database does not respond:/g)).toHaveLength(1)
})

test('a server with a hung database stops in time', async () => {
  const { proxy, server } = await startBehindProxy()
  proxy.hang()
  const requested = get(server, FEED).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const startedAt = performance.now()
  await server.kill('SIGTERM')
  expect(performance.now() - startedAt).toBeLessThan(27_000)
  await requested
})

test('a response during a stop asks the client to close its connection', async () => {
  const { proxy, server } = await startBehindProxy()
  proxy.hang()
  const inFlight = get(server, FEED)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const ended = server.kill('SIGTERM')
  const isRefused = () =>
    get(server, '/livez').then(
      () => false,
      () => true,
    )
  await expect.poll(isRefused, { timeout: 20_000 }).toBe(true)
  proxy.resume()
  const response = await inFlight
  // 503 if its statement was sent before the stop, as on any machine that is not very busy.
  expect([200, 503]).toContain(response.status)
  expect(response.headers.get('connection')).toBe('close')
  expect((await ended).code).toBe(0)
})
