import { expect, test } from 'vitest'
import { testServer } from '#tests/support/test-server.ts'
import { closeDemo, reopenDemo } from './log-in.ts'

test('log-ins as demo members are disabled outside the demo and enabled again in it', async () => {
  const server = await testServer()
  const [ada, bo] = [await server.signUp('ada'), await server.signUp('bo')]
  await server.db.insertInto('demo_members').values({ member_id: ada.id, number: 0 }).execute()
  const logIn = async (name: string, password: string) =>
    (await server.post('/api/user/login', { user: name, password })).body
  const viewer = async (as: typeof ada) => (await server.get('/api/user/session', {}, { as })).body.viewer

  expect(await closeDemo(server.db)).toBe(1)
  const refused = { error: 'Wrong username or password.', code: 'bad_credentials' }
  expect(await logIn('ada', ada.password)).toEqual(refused)
  expect([await viewer(ada), await viewer(bo)]).toEqual([null, 'bo'])
  expect(await logIn('bo', bo.password)).toEqual({ success: true })
  expect((await server.get('/api/user/profile', { user: 'ada' })).status).toBe(200)

  await reopenDemo(server.db, 'the password of the demo')
  expect(await logIn('ada', 'the password of the demo')).toEqual({ success: true })
  expect(await logIn('bo', 'the password of the demo')).toEqual(refused)
})

test('disabling the demo changes nothing without a demo', async () => {
  const server = await testServer()
  const ada = await server.signUp('ada')
  expect(await closeDemo(server.db)).toBe(0)
  expect((await server.get('/api/user/session', {}, { as: ada })).body.viewer).toBe('ada')
})
