import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { testServer } from '#tests/support/test-server.ts'

test('charts leave half of the connections to other reads, and too many of them are refused', async () => {
  const server = await testServer()
  const ada = await makeMember(server, 'ada')
  const read = (path: string, query = {}) => server.get(path, { user: ada.name, ...query }, { as: ada })
  const requests = 70
  const end = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const locking = server.db.transaction().execute(async (tx) => {
    await sql`lock table plays_daily, listens in access exclusive mode`.execute(tx)
    locked.resolve()
    await end.promise
  })
  await locked.promise
  let settled = 0
  const charts = Array.from({ length: requests }, () =>
    read('/api/user/chart', { kind: 'tracks' }).finally(() => settled++),
  )
  const refused = await Promise.race(charts)
  // Requests that arrive after the lock would be admitted.
  await expect.poll(() => settled).toBe(requests - 55)
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'busy', '30'])
  expect((await read('/api/user/blocks')).status).toBe(200)
  end.resolve()
  await locking
  const statuses = (await Promise.all(charts)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(55)
  expect(statuses.filter((status) => status === 503)).toHaveLength(requests - 55)
})
