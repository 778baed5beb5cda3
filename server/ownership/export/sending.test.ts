import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeTrack, play } from '#tests/support/music.ts'
import { ampleRateLimits, testServer } from '#tests/support/test-server.ts'

test("an export by another site's link is rejected and uses no token", async () => {
  const limited = await testServer({
    settings: { rateLimits: { ...ampleRateLimits, memberExports: { burst: 1, perSecond: 0.001 } } },
  })
  const eva = await makeMember(limited, 'eva')
  const get = (headers: Record<string, string>) =>
    limited.get('/api/user/export', { user: 'eva' }, { as: eva, headers })
  for (const site of ['cross-site', 'same-site']) {
    const { status, body } = await get({ 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate' })
    expect([status, body.code]).toEqual([403, 'foreign_origin'])
  }
  expect((await get({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
})

test('the export is limited after ten in a row', async () => {
  const { memberExports } = readConfig({}).rateLimits
  const limited = await testServer({ settings: { rateLimits: { ...ampleRateLimits, memberExports } } })
  const dee = await makeMember(limited, 'dee')
  const get = () => limited.get('/api/user/export', { user: 'dee' }, { as: dee })
  for (let turn = 0; turn < 10; turn++) expect((await get()).status).toBe(200)
  const refused = await get()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '360'])
  expect(refused.body.error).toBe('Too many exports. Try again in 6 min.')
})

test('an export interrupted by the database is never a complete file', async () => {
  const broken = await testServer()
  const eve = await makeMember(broken, 'eve')
  await play(broken, eve, await makeTrack(broken, 'Rain by Sol Ferro'))
  const cookie = [...eve.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await broken.app.hono.request(
    'http://localhost:3000/api/user/export?user=eve',
    { headers: { cookie } },
    {
      incoming: { socket: { remoteAddress: '127.0.0.1' } },
    },
  )
  await sql`drop table likes cascade`.execute(broken.db)
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow('likes')
})
