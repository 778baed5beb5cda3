import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/support/database.ts'
import { createDatabaseProxy } from '#tests/support/database-proxy.ts'
import { aFolder, aServerProcess } from '#tests/support/server-process.ts'

const DAYS_200_MS = 200 * 86_400_000

/** Shifts a process's clock, as on a machine with an empty battery. */
const shiftClock = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(`
  const RealDate = Date
  globalThis.Date = class Date extends RealDate {
    constructor(...values) { values.length === 0 ? super(RealDate.now() + ${ms}) : super(...values) }
    static now() { return RealDate.now() + ${ms} }
  }`)}`

test('a process with a wrong clock is not ready and says why', async () => {
  const proxy = await createDatabaseProxy(await emptyDatabase())
  await proxy.listen()
  const server = await aServerProcess({
    dataDir: aFolder(),
    settings: { DATABASE_URL: proxy.url },
    nodeOptions: ['--import', shiftClock(DAYS_200_MS)],
  })
  const response = await fetch(`${server.url}/readyz`)
  const reason = /^The clock of this process is 172\d{5} s ahead of the database's: at most 120 s are accepted\.$/
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
  expect(((await response.json()) as { error: string }).error).toMatch(reason)
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  expect(server.output()).toMatch(/ error The clock of this process is 172\d{5} s ahead of the database's/)
})
