import { argon2Sync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { testServer } from '#tests/support/test-server.ts'
import { insertPasswordReset } from './passwords/password-resets.ts'

const newcomer = (user: string, password = 'a long password') => ({
  user,
  firstname: user,
  lastname: user,
  email: 'member@flipside.example',
  password,
})

test('a visitor signs up, logs in, reads their own profile and logs out', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const own = await server.get('/api/user/profile', { user: 'ada' }, { as: ada })
  expect(own.body).toEqual({
    userProfile: [
      {
        id: ada.id,
        profile: 'Ada',
        firstname: 'Ada',
        lastname: 'Ada',
        email: 'member@flipside.example',
        profileurl: '',
        bootstrapped: 0,
        admin: 0,
        lastlogin: '2026-11-21T12:00:00.000Z',
        pfpsm: '',
        pfpmed: '',
        pfplg: '',
        pfpxl: '',
        swag: 0,
      },
    ],
  })
  expect((await server.get('/api/user/session', {}, { as: ada })).body).toEqual({ viewer: 'Ada' })
  const cookies = new Map(ada.cookies)
  expect((await server.post('/api/user/logout', {}, { as: ada })).body).toEqual({ success: true })
  expect(ada.cookies.size).toBe(0)
  expect((await server.get('/api/user/session', {}, { as: { ...ada, cookies } })).body).toEqual({ viewer: null })
})

test('a profile has empty private fields for other members', async () => {
  const server = await testServer()
  await server.signUp('Ada')
  const bo = await server.signUp('Bo')
  for (const options of [{ as: bo }, {}]) {
    const seen = await server.get('/api/user/profile', { user: '@ADA' }, options)
    expect(seen.body.userProfile[0]).toMatchObject({ profile: 'Ada', email: '', firstname: '', lastname: '' })
  }
})

test('a member edits names and address one by one, and other members can neither edit nor read them', async () => {
  const server = await testServer()
  const [ada, bo] = [await server.signUp('ada'), await makeMember(server, 'bo')]
  const edit = (query: Record<string, string>, as = ada) =>
    server.post('/api/user/edit-profile', { user: 'ada', ...query }, { as })
  const seenBy = async (as: typeof ada) =>
    (await server.get('/api/user/profile', { user: 'ada' }, { as })).body.userProfile[0]
  expect((await edit({ firstname: '  Ada ', lastname: '' })).body).toEqual({ success: true })
  expect(await seenBy(ada)).toMatchObject({ firstname: 'Ada', lastname: '', email: 'member@flipside.example' })
  const email = 'ada@flipside.example'
  expect((await edit({ email })).body.error).toBe('Changing your email needs your password.')
  expect((await edit({ email, password: 'a wrong guess' })).body.error).toBe('Incorrect password.')
  expect(await seenBy(ada)).toMatchObject({ email: 'member@flipside.example' })
  expect((await edit({ email, password: ada.password })).body).toEqual({ success: true })
  expect((await edit({ email })).body).toEqual({ success: true })
  expect(await seenBy(ada)).toMatchObject({ firstname: 'Ada', lastname: '', email: 'ada@flipside.example' })
  expect(await seenBy(bo)).toMatchObject({ firstname: '', lastname: '', email: '' })
  expect((await edit({ email: 'nonsense' })).body.error).toBe('Your email must be an email address.')
  expect((await edit({ firstname: 'x'.repeat(101) })).body.error).toBe(
    'Your first name must be at most 100 characters.',
  )
  expect((await edit({ firstname: 'Bo was here' }, bo)).body.code).toBe('wrong_member')
  expect(await seenBy(ada)).toMatchObject({ firstname: 'Ada', email: 'ada@flipside.example' })
})

test('an unknown profile is 400, and a number is an id unless it is the name of a member', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const missing = await server.get('/api/user/profile', { user: 'nobody' })
  expect([missing.status, missing.body]).toEqual([400, { error: 'User not found', code: 'profile_not_found' }])
  expect((await server.get('/api/user/profile', { user: ada.id })).body.userProfile[0].profile).toBe('Ada')
  await makeMember(server, `${ada.id}0`)
  const named = await server.get('/api/user/profile', { user: `${ada.id}0` })
  expect(named.body.userProfile[0].profile).toBe(`${ada.id}0`)
})

test('a profile shows the linked music account and whether there are listens', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  await server.db
    .updateTable('members')
    .set({ music_account_kind: 'lastfm', music_account_name: 'ada l', listens_since: server.clock.now() })
    .where('id', '=', ada.id)
    .execute()
  const { body } = await server.get('/api/user/profile', { user: 'Ada' })
  expect(body.userProfile[0]).toMatchObject({ profileurl: 'https://www.last.fm/user/ada%20l', bootstrapped: 1 })
})

test('a search returns at most 20 names that contain the term, best first, without System', async () => {
  const server = await testServer()
  for (const name of ['barnaby', 'Nab', 'xnab', 'nabucco', 'nab-b']) await server.signUp(name)
  const names = async (path: string, query: object) =>
    (await server.get(path, { ...query })).body.userProfile.map((it: { profile: string }) => it.profile)
  const found = ['Nab', 'nab-b', 'nabucco', 'xnab', 'barnaby']
  expect(await names('/api/user/profile', { user: 'NAB', partial: 'true' })).toEqual(found)
  expect(await names('/api/user/get-users', { search_term: ' @nab ' })).toEqual(found)
  expect(await names('/api/user/get-users', { search_term: '%' })).toEqual([])
  expect(await names('/api/user/get-users', { search_term: 'System' })).toEqual([])
  await server.db
    .insertInto('members')
    .values(Array.from({ length: 25 }, (_, n) => ({ ...row, name: `crowd${n}`, name_key: `crowd${n}` })))
    .execute()
  expect(await names('/api/user/get-users', { search_term: 'crowd' })).toHaveLength(20)
})

const row = {
  email: '',
  first_name: '',
  last_name: '',
  password_hash: null,
  listens_since: null,
  music_account_kind: null,
  music_account_name: null,
  picture_url: null,
}

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

test('a log-in replaces a password hash of another cost', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const hashed = async () =>
    (await server.db.selectFrom('members').select('password_hash').where('id', '=', ada.id).executeTakeFirstOrThrow())
      .password_hash
  const current = await hashed()
  await server.db
    .updateTable('members')
    .set({ password_hash: cheapHash(ada.password) })
    .where('id', '=', ada.id)
    .execute()
  expect((await server.post('/api/user/login', { user: 'Ada', password: 'a wrong guess' })).status).toBe(401)
  expect(await hashed()).toMatch(/m=1024,t=1/)
  await Promise.all([server.logIn('Ada', ada.password), server.logIn('Ada', ada.password)])
  expect((await hashed())?.slice(0, 30)).toBe(current?.slice(0, 30))
  await server.logIn('Ada', ada.password)
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

test('a log-in with a wrong password and one of an unknown member have the same response and duration', async () => {
  const server = await testServer()
  await server.signUp('Ada')
  const timed = async (user: string) => {
    const startedAt = performance.now()
    const response = await server.post('/api/user/login', { user, password: 'wrong password' })
    return { response: [response.status, response.body], ms: performance.now() - startedAt }
  }
  const tries: { known: number; unknown: number }[] = []
  for (let n = 0; n < 7; n++) {
    const [known, unknown] = [await timed('Ada'), await timed('nobody')]
    expect(known.response).toEqual([401, { error: 'Wrong username or password.', code: 'bad_credentials' }])
    expect(unknown.response).toEqual(known.response)
    tries.push({ known: known.ms, unknown: unknown.ms })
  }
  const fastest = (which: 'known' | 'unknown') => Math.min(...tries.map((attempt) => attempt[which]))
  // Without the dummy hash, the response for an unknown member would take a twentieth as long.
  expect(fastest('unknown')).toBeGreaterThan(fastest('known') / 2)
})

test('a log-in as System or by GET is rejected', async () => {
  const server = await testServer()
  expect((await server.post('/api/user/login', { user: 'System', password: 'x' })).status).toBe(401)
  const byGet = await server.get('/api/user/login', { user: 'System', password: 'x' })
  expect([byGet.status, byGet.headers.get('allow'), byGet.body.code]).toEqual([405, 'POST', 'method_not_allowed'])
})

test('a password change ends all sessions and starts a new one on this device', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const elsewhere = await server.logIn('Ada', ada.password)
  const secret = [...ada.cookies]
  const change = (password: string) =>
    server.post('/api/user/change-password', { user: 'Ada', password, new_password: 'a new password' }, { as: ada })
  const wrong = await change('not the password')
  expect([wrong.status, wrong.body.error]).toEqual([400, 'Incorrect password.'])
  expect((await change(ada.password)).body).toEqual({ success: true })
  const before = { ...ada, cookies: new Map(secret) }
  const viewers = await Promise.all([ada, elsewhere, before].map((as) => server.get('/api/user/session', {}, { as })))
  expect(viewers.map((it) => it.body)).toEqual([{ viewer: 'Ada' }, { viewer: null }, { viewer: null }])
  expect((await server.post('/api/user/login', { user: 'Ada', password: ada.password })).status).toBe(401)
  await server.logIn('Ada', 'a new password')
})

test('a reset link sets a password once, ends all sessions, and expires after 24 hours', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const link = () => insertPasswordReset(server.db, ada.id, server.clock.now())
  const reset = (token: string, new_password: string) =>
    server.post('/api/user/reset-password', { token, new_password })
  const token = await link()
  expect((await reset('wrong', 'a new password')).status).toBe(404)
  expect((await reset(token, 'a new password')).body).toEqual({ success: true })
  expect((await server.get('/api/user/session', {}, { as: ada })).body).toEqual({ viewer: null })
  expect((await reset(token, 'a new password')).body).toEqual({ success: true })
  expect((await reset(token, 'another password')).status).toBe(404)
  await server.logIn('Ada', 'a new password')
  const late = await link()
  server.clock.advance({ hours: 24, seconds: 1 })
  expect((await reset(late, 'a new password')).status).toBe(404)
})

/** A hash from an earlier server version. */
function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    tagLength: 32,
    memory: 1024,
    passes: 1,
    parallelism: 1,
  })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`
}
