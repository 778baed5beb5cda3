import { expect, test } from 'vitest'
import { makeMember } from '#tests/support/members.ts'
import { testServer } from '#tests/support/test-server.ts'

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
