import { beforeEach, describe, expect, test } from 'vitest'
import { Authenticator } from '#tests/support/authenticator.ts'
import { addPasskey, logInByPasskey, makeMemberWithPassword, startPasskey } from '#tests/support/passkeys.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { insertPasswordReset } from '../passwords/password-resets.ts'

const server = await testServer()
let round = 0
let ada: TestMember

beforeEach(async () => {
  ada = await makeMemberWithPassword(server, `Ada ${++round}`)
})

const post = (path: string, query: Record<string, string | number>, as = ada) =>
  server.post(`/api/user/${path}`, { user: as.name, ...query }, { as })
const list = async (as = ada) => (await server.get('/api/user/passkeys', { user: as.name }, { as })).body.passkeys
const names = async (as = ada) => (await list(as)).map((passkey: { name: string }) => passkey.name)
const outcome = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error]

test('a server at an address without passkeys offers none, and still lists and removes them', async () => {
  const { id } = (await addPasskey(server, ada)).response.body
  const plain = await testServer({
    settings: { publicUrl: new URL('http://192.0.2.1:3000/') },
    database: server.address,
  })
  expect((await plain.get('/api/instance')).body.passkeys).toBe(false)
  const { name: user, password } = ada
  const started = [
    await plain.post('/api/user/start-passkey', { user, password }, { as: ada }),
    await plain.post('/api/user/start-passkey-login'),
  ]
  const unavailable = [404, "Passkeys can't be used at this server's address."]
  expect(started.map(outcome)).toEqual([unavailable, unavailable])
  expect((await plain.get('/api/user/passkeys', { user }, { as: ada })).body.passkeys).toHaveLength(1)
  expect((await plain.post('/api/user/remove-passkey', { user, password, id }, { as: ada })).status).toBe(200)
})

describe("a member's passkeys", () => {
  test('no other member can list, rename or remove them', async () => {
    const bo = await makeMemberWithPassword(server, `Bo ${round}`)
    const { id } = (await addPasskey(server, ada)).response.body
    expect((await server.get('/api/user/passkeys', { user: ada.name }, { as: bo })).body.code).toBe('wrong_member')
    expect(outcome(await post('rename-passkey', { id, name: 'Mine' }, bo))).toEqual([
      404,
      'This passkey no longer exists.',
    ])
    expect((await post('remove-passkey', { id, password: bo.password }, bo)).status).toBe(200)
    expect(await names()).toEqual(['Phone'])
  })

  test('a suspended member lists, removes and logs in with passkeys, but adds and renames none', async () => {
    const { authenticator, response } = await addPasskey(server, ada)
    const { id } = response.body
    const options = await startPasskey(server, ada)
    await server.db
      .insertInto('suspensions')
      .values({ member_id: ada.id, reason: 'insults', until: null, admin_id: null })
      .execute()
    const rejected = [
      await post('start-passkey', { password: ada.password }),
      await post('add-passkey', { name: 'Other', ...new Authenticator().create(options) }),
      await post('rename-passkey', { id, name: 'Other' }),
    ]
    expect(rejected.map(({ body }) => body.code)).toEqual(['suspended', 'suspended', 'suspended'])
    expect((await logInByPasskey(server, authenticator)).body).toEqual({ success: true, user: ada.name })
    expect(await names()).toEqual(['Phone'])
    expect((await post('remove-passkey', { id, password: ada.password })).status).toBe(200)
    expect(await names()).toEqual([])
  })

  test('a password reset removes passkeys; a new password and the end of all sessions do not', async () => {
    const { authenticator } = await addPasskey(server, ada)
    const changed = await post('change-password', { password: ada.password, new_password: 'quite another one' })
    expect(changed.status).toBe(200)
    await post('end-sessions', {})
    expect((await logInByPasskey(server, authenticator)).status).toBe(200)
    const token = await insertPasswordReset(server.db, ada.id, server.clock.now())
    await server.post('/api/user/reset-password', { token, new_password: 'one more of them' })
    expect((await logInByPasskey(server, authenticator)).status).toBe(401)
    expect(server.lines.join('\n')).toContain(`event=password_reset member=${ada.id} passkeys=1`)
  })

  test('deleting the account deletes passkeys and open challenges', async () => {
    const { authenticator } = await addPasskey(server, ada)
    await startPasskey(server, ada)
    expect((await post('delete-account', { password: ada.password })).status).toBe(200)
    for (const table of ['passkeys', 'passkey_challenges'] as const) {
      expect(await server.db.selectFrom(table).selectAll().where('member_id', '=', ada.id).execute()).toEqual([])
    }
    expect((await logInByPasskey(server, authenticator)).status).toBe(401)
  })
})
