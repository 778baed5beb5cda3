import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { emptyDatabase } from '#tests/support/database.ts'
import { aFolder, aServerProcess } from '#tests/support/server-process.ts'

test('processes that share a database are listed while they run; one that was killed stays listed', async () => {
  const address = await emptyDatabase()
  const db = await openDatabase(address, { poolSize: 1, onIdleError: () => {} })
  onTestFinished(() => db.destroy())
  const host = encodeURIComponent(address.host)
  const url = `postgres://${address.user}@localhost/${address.database}?host=${host}&port=${address.port}`
  const start = () => aServerProcess({ dataDir: aFolder(), settings: { DATABASE_URL: url, COMMIT: 'tried' } })
  const list = () => db.selectFrom('server_processes').select(['pid', 'port', 'commit']).orderBy('pid').execute()
  const first = await start()
  const second = await start()
  const servers = [first, second].map(({ child, url: at }) => ({
    pid: child.pid ?? 0,
    port: Number(new URL(at).port),
    commit: 'tried',
  }))
  await vi.waitFor(async () => expect(await list()).toEqual(servers.toSorted((one, other) => one.pid - other.pid)), {
    timeout: 30_000,
  })
  expect((await first.kill('SIGTERM')).code).toBe(0)
  expect(await list()).toEqual([servers[1]])
  await second.kill('SIGKILL')
  expect(await list()).toEqual([servers[1]])
})
