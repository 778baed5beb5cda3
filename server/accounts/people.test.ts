import { expect, test } from 'vitest'
import { testServer } from '#tests/support/test-server.ts'

test('a follow appears in both lists, latest first and in pages, until the unfollow', async () => {
  const server = await testServer()
  const [ada, bo, cy] = [await server.signUp('Ada'), await server.signUp('Bo'), await server.signUp('Cy')]
  const follow = (as: typeof ada, followee: string, path = '/api/user/follow') =>
    server.post(path, { follower: as.name, followee }, { as })
  for (const member of [bo, cy, cy]) expect((await follow(member, 'ADA')).body).toEqual({ success: true })
  const all = await server.get('/api/user/followers', { user: 'Ada' })
  expect(all.body).toEqual({
    followers: [
      { follower: 'Cy', id: expect.any(Number), swag: 0, pfpsm: '', pfpmed: '' },
      { follower: 'Bo', id: expect.any(Number), swag: 0, pfpsm: '', pfpmed: '' },
    ],
    total: 2,
  })
  const next = { user: 'Ada', limit: 1, before: all.body.followers[0].id }
  const page = await server.get('/api/user/followers', next)
  expect(page.body).toMatchObject({ followers: [{ follower: 'Bo' }], total: 2 })
  const following = await server.get('/api/user/following', { user: 'Cy' })
  expect(following.body).toMatchObject({ following: [{ following: 'Ada' }], total: 1 })
  expect((await follow(ada, 'Ada')).body.error).toBe('You cannot follow yourself.')
  expect((await follow(ada, 'nobody')).status).toBe(404)
  for (const name of ['Ada', 'Ada', 'nobody']) {
    expect((await follow(cy, name, '/api/user/unfollow')).body).toEqual({ success: true })
  }
  expect((await server.get('/api/user/followers', { user: 'Ada' })).body).toMatchObject({ total: 1 })
})

test('a block hides both members from each other in either direction', async () => {
  const server = await testServer()
  const [ada, bo, cy] = [await server.signUp('Ada'), await server.signUp('Bo'), await server.signUp('Cy')]
  for (const as of [ada, bo]) await server.post('/api/user/follow', { follower: as.name, followee: 'Cy' }, { as })
  await server.db.insertInto('blocks').values({ blocker_id: ada.id, blocked_id: bo.id }).execute()
  for (const [as, other] of [
    [ada, 'Bo'],
    [bo, 'Ada'],
  ] as const) {
    expect((await server.get('/api/user/profile', { user: other }, { as })).status).toBe(400)
    expect((await server.get('/api/user/get-users', { search_term: other }, { as })).body.userProfile).toEqual([])
    const seen = await server.get('/api/user/followers', { user: 'Cy' }, { as })
    expect(seen.body).toMatchObject({ followers: [{ follower: as.name }], total: 1 })
    expect((await server.post('/api/user/follow', { follower: as.name, followee: other }, { as })).status).toBe(404)
  }
  expect((await server.get('/api/user/followers', { user: 'Cy' }, { as: cy })).body.total).toBe(2)
})

test('the own list has followed members with a private profile, without their swag', async () => {
  const server = await testServer()
  const [ada, bo, cy] = [await server.signUp('Ada'), await server.signUp('Bo'), await server.signUp('Cy')]
  await server.db.updateTable('members').set({ is_private: true, swag: 7 }).where('id', '=', bo.id).execute()
  await server.post('/api/user/follow', { follower: 'Ada', followee: 'Bo' }, { as: ada })
  const list = async (as: typeof ada) => (await server.get('/api/user/following', { user: 'Ada' }, { as })).body
  expect(await list(ada)).toMatchObject({ following: [{ following: 'Bo', swag: 0 }], total: 1 })
  expect(await list(cy)).toEqual({ following: [], total: 0 })
  await server.post('/api/user/follow', { follower: 'Bo', followee: 'Ada' }, { as: bo })
  expect(await list(ada)).toMatchObject({ following: [{ following: 'Bo', swag: 7 }], total: 1 })
  await server.post('/api/user/block', { user: 'Bo', other: 'Ada' }, { as: bo })
  expect(await list(ada)).toEqual({ following: [], total: 0 })
})
