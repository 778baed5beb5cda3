import { expect, test } from 'vitest'
import { testServer } from '#tests/support/test-server.ts'

const newcomer = (user: string, password = 'a long password') => ({
  user,
  firstname: user,
  lastname: user,
  email: 'member@flipside.example',
  password,
})

test('a sign-up that breaks a rule is rejected with a message that names it', async () => {
  const server = await testServer()
  const send = async (fields: Record<string, string>) =>
    (await server.post('/api/user/create-profile', { ...newcomer('Ada'), ...fields })).body
  const sentences = {
    user: {
      a: 'Your username needs at least 2 characters.',
      'а\u0064a': 'Your username mixes letters of different alphabets. Use one of them.',
    },
    email: { nonsense: 'Your email must be an email address.' },
    password: {
      '': 'Your password must not be empty.',
      short: 'Your password needs at least 8 characters.',
      password1: 'This password is one of the most common. Choose another one.',
    },
  }
  for (const [field, cases] of Object.entries(sentences))
    for (const [value, error] of Object.entries(cases))
      expect(await send({ [field]: value })).toEqual({ error, code: 'bad_input' })
  const { password: _, ...incomplete } = newcomer('Ada')
  expect((await server.post('/api/user/create-profile', incomplete)).body.error).toBe('Your password is missing.')
})

test('a sign-up that breaks several rules is refused with all of them at once', async () => {
  const server = await testServer()
  await server.signUp('Mirelle')
  const send = async (fields: Record<string, string>) => {
    const { status, body } = await server.post('/api/user/create-profile', { ...newcomer('Ada'), ...fields })
    return [status, body.error]
  }
  const SHORT = 'Your password needs at least 8 characters.'
  const COMMON = 'This password is one of the most common. Choose another one.'
  const EMAIL = 'Your email must be an email address.'
  expect(await send({ user: 'mirelle', password: 'dragon' })).toEqual([
    400,
    `This username is taken. ${SHORT} ${COMMON}`,
  ])
  expect(await send({ user: 'mirelle', email: 'none' })).toEqual([400, `This username is taken. ${EMAIL}`])
  expect(await send({ user: 'MireIle', password: 'a7#' })).toEqual([
    400,
    `This username looks like another member's. Choose another one. ${SHORT}`,
  ])
  expect(await send({ user: '7', email: '', password: '7' })).toEqual([
    400,
    'Your username needs at least 2 characters. Your username needs a letter: digits alone are not enough. ' +
      `${EMAIL} ${SHORT} Your password can't be your username. Choose another one.`,
  ])
  expect(await send({ user: 'x'.repeat(65), password: 'x'.repeat(201) })).toEqual([
    400,
    'Your username must be at most 64 characters. Your password must be at most 200 characters.',
  ])
  const members = await server.db.selectFrom('members').select('name').execute()
  expect(members.map(({ name }) => name)).toEqual(expect.not.arrayContaining(['Ada', 'mirelle', '7']))
})

test("a name that resembles another member's is taken, also for concurrent sign-ups", async () => {
  const server = await testServer()
  await server.signUp('paypal')
  const join = (name: string) => server.post('/api/user/create-profile', newcomer(name))
  const refused = await join('PaypaI')
  expect([refused.status, refused.body]).toEqual([
    409,
    { error: "This username looks like another member's. Choose another one.", code: 'name_taken' },
  ])
  const both = await Promise.all([join('scope'), join('ѕсоре')])
  expect(both.map((it) => it.status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a sign-up accepts names of the scrobbling services and removes a leading @', async () => {
  const server = await testServer()
  for (const name of ['rj', 'A_b-9', 'Señor Ñandú', 'name.with.dots', 'ユーザー', 'x'.repeat(64)]) {
    const response = await server.post('/api/user/create-profile', newcomer(`@${name}`.slice(0, 65)))
    expect(response.body).toMatchObject({ success: true })
    expect((await server.get('/api/user/profile', { user: name })).body.userProfile[0].profile).toBe(name)
  }
})

test('a name is taken in any case', async () => {
  const server = await testServer()
  await server.signUp('Ada')
  const response = await server.post('/api/user/create-profile', newcomer('aDA'))
  expect([response.status, response.body]).toEqual([409, { error: 'This username is taken.', code: 'name_taken' }])
})

test('a sign-up repeated within ten minutes returns the first response, but not later or with another password', async () => {
  const server = await testServer()
  const send = (password?: string) => server.post('/api/user/create-profile', newcomer('Ada', password))
  const both = await Promise.all([send(), send()])
  expect(both[0].body).toEqual({ success: true, id: expect.any(Number) })
  expect(both[1].body).toEqual(both[0].body)
  expect((await send('another password')).status).toBe(409)
  server.clock.advance({ minutes: 11 })
  expect((await send()).status).toBe(409)
  const posts = await server.db.selectFrom('broadcasts').selectAll().execute()
  expect(posts).toHaveLength(1)
})
