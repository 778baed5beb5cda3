import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '#server/http/session.ts'
import { admitNewMember } from '#server/instance/index.ts'
import { makeMember } from '#tests/support/members.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const server: TestServer = await testServer()
let round = 0
let admin: TestMember
let ada: TestMember
beforeEach(async () => {
  round++
  admin = await makeMember(server, `root-of-${round}`)
  ada = await makeMember(server, `ada${round}`)
  await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()
  await edit({ sign_up: 'open', members_invite: 'true' })
})

const edit = (query: Record<string, string | number>) => server.post('/api/admin/edit-instance', query, { as: admin })
const signUp = (name: string, more: Record<string, string> = {}) => {
  const query = { user: name, firstname: '', lastname: '', email: 'a@b', password: 'a long password', ...more }
  return server.post('/api/user/create-profile', query)
}
const invite = async (as = ada, query: Record<string, number> = {}) => {
  const { body } = await server.post('/api/user/create-invitation', { user: as.name, ...query }, { as })
  const found = await server.get('/api/user/invitations', { user: as.name }, { as })
  return { ...found.body.invitations.find((it: { id: number }) => it.id === body.id), code: body.code }
}
const isValid = async (code: string) => (await server.get('/api/invitation', { code })).body.is_valid

test('the settings of the instance are public, and admins change the given ones', async () => {
  await edit({
    name: 'Vinyl Corner',
    rules: 'Be kind.\nNo spoilers.',
    contact: 'https://vinyl.example',
    sign_up: 'invited',
  })
  await edit({ about: 'A place for records.' })
  expect((await server.get('/api/instance')).body).toEqual({
    name: 'Vinyl Corner',
    about: 'A place for records.',
    rules: 'Be kind.\nNo spoilers.',
    privacy: '',
    contact: 'https://vinyl.example',
    sign_up: 'invited',
    members_invite: true,
    passkeys: true,
    provider: null,
    members: expect.any(Number),
    mail: false,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: server.config.commit,
  })
  const log = (await server.get('/api/admin/audit-log', {}, { as: admin })).body.entries
  expect(log[1]).toMatchObject({ by: admin.name, action: 'settings_changed', detail: 'name, rules, contact, sign_up' })
})

test.each([
  [{ contact: 'javascript:alert(1)' }, 'contact must be an e-mail address or a web address with https.'],
  [{ name: 'x'.repeat(61) }, 'name must be at most 60 characters.'],
  [{ rules: 'x'.repeat(2001) }, 'rules must be at most 2000 characters.'],
  [{ rules: '規'.repeat(700) }, 'rules must be shorter: letters beyond English count several times.'],
  [{ sign_up: 'maybe' }, 'sign_up must be open, invited or closed.'],
  [{ strangers_per_day: 1001 }, 'strangers_per_day must be at most 1000.'],
])('the settings %j are rejected', async (query, error) => {
  const { status, body } = await edit(query)
  expect([status, body.error.toLowerCase()]).toEqual([
    400,
    expect.stringContaining(error.split(' ').slice(1).join(' ').toLowerCase()),
  ])
})

describe('sign-up', () => {
  test('a closed instance admits no member, with or without an invitation', async () => {
    const { code } = await invite()
    await edit({ sign_up: 'closed' })
    for (const more of [{}, { invitation: code }]) {
      const { status, body } = await signUp(`late${round}`, more)
      expect([status, body]).toEqual([403, { error: 'Sign-up is closed on this server.', code: 'sign_up_closed' }])
    }
    expect(await isValid(code)).toBe(true)
  })

  test('an instance by invitation admits with a valid one, once, and remembers the inviter', async () => {
    await edit({ sign_up: 'invited' })
    const { code } = await invite()
    expect((await signUp(`cy${round}`)).body.code).toBe('sign_up_closed')
    expect((await signUp(`cy${round}`, { invitation: 'not-a-code-of-ours' })).body.code).toBe('invitation_invalid')
    expect((await signUp(`cy${round}`, { invitation: code })).status).toBe(200)
    expect((await signUp(`di${round}`, { invitation: code })).body.code).toBe('invitation_invalid')
    const record = await server.get('/api/admin/member', { member: `cy${round}` }, { as: admin })
    expect(record.body.invited_by).toBe(ada.name)
    const [invitation] = (await server.get('/api/user/invitations', { user: ada.name }, { as: ada })).body.invitations
    expect(invitation).toMatchObject({ uses: 1, is_open: false, joined: [{ username: `cy${round}` }] })
  })

  test('a rejected sign-up does not use up the invitation', async () => {
    await edit({ sign_up: 'invited' })
    const { code } = await invite()
    expect((await signUp(ada.name, { invitation: code })).body.code).toBe('name_taken')
    expect(await isValid(code)).toBe(true)
  })

  test('an invitation for one is used by one of two sign-ups at once', async () => {
    const { code } = await invite()
    await edit({ sign_up: 'invited' })
    const [one, other] = [await makeMember(server, `one${round}`), await makeMember(server, `other${round}`)]
    const admit = (id: number) =>
      server.db
        .transaction()
        .execute((tx) => admitNewMember(tx, id, code, server.clock.now()))
        .then(
          () => 'admitted',
          (error: Error) => error.message,
        )
    const outcomes = await Promise.all([admit(one.id), admit(other.id)])
    expect(outcomes.toSorted()).toEqual(['This invitation is no longer valid. Ask for a new one.', 'admitted'])
  })
})

describe('an invitation', () => {
  test('the code of an invitation is in the first response only, and nowhere in the database', async () => {
    const client_id = crypto.randomUUID()
    const { body } = await server.post('/api/user/create-invitation', { user: ada.name, client_id }, { as: ada })
    expect(body.code).toMatch(/^[\w-]{22}$/)
    const list = await server.get('/api/user/invitations', { user: ada.name }, { as: ada })
    expect(JSON.stringify(list.body)).not.toContain(body.code)
    for (const table of ['invitations', 'client_ids']) {
      const { rows } = await sql<{
        row: string
      }>`select ${sql.ref(table)}::text as row from ${sql.table(table)}`.execute(server.db)
      expect(rows.map(({ row }) => row).join('\n')).not.toContain(body.code)
    }
    expect(await isValid(body.code)).toBe(true)
  })

  test('the code that a process of an earlier version inserts is hashed', async () => {
    const code = `earlier-version-${round}`
    await sql`insert into invitations (inviter_id, code, max_uses, expires_at)
      values (${ada.id}, ${code}, 1, ${new Date(server.clock.now().getTime() + 60_000)})`.execute(server.db)
    const { rows } = await sql`select from invitations where code is not null`.execute(server.db)
    expect([rows.length, await isValid(code)]).toEqual([0, true])
  })

  test('an invitation is invalid once it is expired, revoked, or its inviter is suspended', async () => {
    const [expired, revoked, suspended] = [await invite(), await invite(), await invite(ada, { days: 30 })]
    await server.post('/api/user/revoke-invitation', { user: ada.name, id: revoked.id }, { as: ada })
    expect([await isValid(expired.code), await isValid(revoked.code)]).toEqual([true, false])
    server.clock.advance({ seconds: 8 * 86_400 })
    expect([await isValid(expired.code), await isValid(suspended.code)]).toEqual([false, true])
    await server.post('/api/admin/suspend', { member: ada.name, reason: 'spam' }, { as: admin })
    expect(await isValid(suspended.code)).toBe(false)
    server.clock.advance({ seconds: -8 * 86_400 })
  })

  test('members invite unless the admins reserve it, and an invitation is revoked by its inviter only', async () => {
    const { id, code } = await invite()
    await server.post('/api/user/revoke-invitation', { user: admin.name, id }, { as: admin })
    expect(await isValid(code)).toBe(true)
    await edit({ members_invite: 'false' })
    const create = (as: TestMember) => server.post('/api/user/create-invitation', { user: as.name }, { as })
    expect([(await create(ada)).status, (await create(admin)).status]).toEqual([403, 200])
  })

  test('an invitation omits the joined members that have blocked the inviter or are blocked', async () => {
    const { code } = await invite(ada, { max_uses: 3 })
    const joined = []
    for (const name of [`cy${round}`, `di${round}`, `ed${round}`]) {
      await signUp(name, { invitation: code })
      joined.push(await server.logIn(name, 'a long password'))
    }
    const [cy, di, ed] = joined as [TestMember, TestMember, TestMember]
    await server.post('/api/user/block', { user: cy.name, other: ada.name }, { as: cy })
    await server.post('/api/user/block', { user: ada.name, other: di.name }, { as: ada })
    const [invitation] = (await server.get('/api/user/invitations', { user: ada.name }, { as: ada })).body.invitations
    expect(invitation).toMatchObject({ uses: 3, joined: [{ username: ed.name }] })
  })

  test('an invitation beyond 50 open ones is rejected', async () => {
    const expires_at = new Date(server.clock.now().getTime() + 86_400_000)
    const rows = Array.from({ length: 50 }, (_, index) => ({
      inviter_id: ada.id,
      code_hash: hashToken(`code-${round}-${index}`),
      max_uses: 1,
      expires_at,
      revoked_at: null,
    }))
    await server.db.insertInto('invitations').values(rows).execute()
    const { status, body } = await server.post('/api/user/create-invitation', { user: ada.name }, { as: ada })
    expect([status, body.code]).toEqual([409, 'too_many_invitations'])
  })

  test.each([{ days: 0 }, { days: 91 }, { max_uses: 0 }, { max_uses: 101 }])(
    'an invitation with %j is rejected',
    async (query) => {
      expect((await server.post('/api/user/create-invitation', { user: ada.name, ...query }, { as: ada })).status).toBe(
        400,
      )
    },
  )
})

test('the daily limit of messages to strangers is a setting, and 0 turns them off', async () => {
  const bo = await makeMember(server, `bo${round}`)
  const say = () =>
    server.post('/api/send-direct-message', { user: ada.name, recipient: bo.name, message: 'hello' }, { as: ada })
  await edit({ strangers_per_day: 2 })
  expect([(await say()).status, (await say()).status, (await say()).body.code]).toEqual([200, 200, 'daily_limit'])
  await edit({ strangers_per_day: 0 })
  expect((await say()).body.error).toBe('On this server you can write to members who follow you.')
  await server.post('/api/user/follow', { follower: bo.name, followee: ada.name }, { as: bo })
  expect((await say()).status).toBe(200)
})
