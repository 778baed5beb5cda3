import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/e2e/support/server.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { createDatabaseProxy } from '#tests/support/database-proxy.ts'
import { aFolder, startProcess } from '#tests/support/server-process.ts'

/** The migrations' advisory lock: see server/db/migrate.ts. */
const MIGRATION_LOCK = 70_351_001

/** Takes the migration lock, as another process that migrates does. Returns its release. */
async function lockMigrations(address: pg.ClientConfig): Promise<() => Promise<void>> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
  const release = () => client.end()
  onTestFinished(() => client.end().catch(() => {}))
  return release
}

async function request(url: string) {
  const response = await fetch(url)
  const body: unknown = await response.json()
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
}

test('a server that migrates is live, not ready, and asks clients to come back', async () => {
  const address = await emptyDatabase()
  const proxy = await createDatabaseProxy(address)
  await proxy.listen()
  const release = await lockMigrations(address)
  const [port, metricsPort] = [await freePort(), await freePort()]
  const settings = { DATABASE_URL: proxy.url, PORT: String(port), METRICS_PORT: String(metricsPort) }
  const starting = startProcess({ dataDir: aFolder(), settings })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(() => request(`${url}/readyz`).catch(() => undefined))
    .toMatchObject({ status: 503, retryAfter: '5', body: { status: 'migrating' } })
  expect(await request(`${url}/livez`)).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await request(`${url}/api/get-broadcasts?limit=5`)).toEqual({
    status: 503,
    retryAfter: '5',
    body: { error: 'Flipside is being updated. Please try again.', code: 'busy' },
  })
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200)
  await release()
  const server = await starting
  if (!('url' in server)) throw new Error(server.stderr)
  expect(await request(`${url}/readyz`)).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect((await request(`${url}/api/get-broadcasts?limit=5`)).status).toBe(200)
  expect(server.output()).toMatch(/ info {2}Created the schema migrations=\d+ ms=\d+\n/)
})
