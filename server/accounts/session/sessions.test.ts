import { expect, test } from 'vitest'
import type { SignedIn } from '#contract/accounts/sessions.ts'
import { BACKGROUND_HEADER } from '#contract/background.ts'
import { makeMember } from '#tests/support/members.ts'
import { makeToken } from '#tests/support/players.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { insertPasswordReset } from '../passwords/password-resets.ts'

const server = await testServer()
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0'

const logInWith = async (member: TestMember, userAgent: string): Promise<TestMember> => {
  const elsewhere = { ...member, cookies: new Map<string, string>() }
  const query = { user: member.name, password: member.password }
  await server.post('/api/user/login', query, { as: elsewhere, headers: { 'User-Agent': userAgent } })
  return elsewhere
}
const list = async (as: TestMember): Promise<SignedIn[]> =>
  (await server.get('/api/user/sessions', { user: as.name }, { as })).body.sessions
const viewerOf = async (as: TestMember) => (await server.get('/api/user/session', {}, { as })).body.viewer
const end = (as: TestMember, id: number, user = as.name) => server.post('/api/user/end-session', { user, id }, { as })

test('a member lists their sessions with device, last use and the current one', async () => {
  const ada = await server.signUp('Ada')
  server.clock.advance({ minutes: 3 })
  const phone = await logInWith(ada, FIREFOX)
  server.clock.advance({ minutes: 8 })
  expect(await list(ada)).toEqual([
    {
      id: expect.any(Number),
      device: '',
      created_at: '2026-11-21T12:00:00.000Z',
      last_used_at: '2026-11-21T12:11:00.000Z',
      is_current: true,
    },
    {
      id: expect.any(Number),
      device: 'Firefox on Android',
      created_at: '2026-11-21T12:03:00.000Z',
      last_used_at: '2026-11-21T12:03:00.000Z',
      is_current: false,
    },
  ])
  expect((await list(phone)).map((it) => it.is_current)).toEqual([false, true])
  const sent = JSON.stringify((await server.get('/api/user/sessions', { user: 'Ada' }, { as: ada })).body)
  for (const secret of [...ada.cookies.values(), ...phone.cookies.values()]) expect(sent).not.toContain(secret)
})

test('a session can be ended from another one, and ending the current one logs out', async () => {
  const bo = await server.signUp('Bo')
  const phone = await logInWith(bo, FIREFOX)
  const idOf = async (isCurrent: boolean) =>
    (await list(bo)).find((session) => session.is_current === isCurrent)?.id ?? 0
  expect((await end(bo, await idOf(false))).body).toEqual({ success: true })
  expect([await viewerOf(bo), await viewerOf(phone)]).toEqual(['Bo', null])
  expect((await end(bo, await idOf(true))).body).toEqual({ success: true })
  expect(bo.cookies.size).toBe(0)
})

test("a member can neither list nor end another member's sessions", async () => {
  const cy = await server.signUp('Cy')
  const eve = await makeMember(server, 'eve')
  const [own] = await list(cy)
  expect((await end(eve, own?.id ?? 0)).body).toEqual({ success: true })
  expect((await end(eve, own?.id ?? 0, 'Cy')).body.code).toBe('wrong_member')
  expect((await server.get('/api/user/sessions', { user: 'Cy' }, { as: eve })).body.code).toBe('wrong_member')
  expect(await viewerOf(cy)).toBe('Cy')
})

test('all sessions can be ended at once, including the current one', async () => {
  const dee = await server.signUp('Dee')
  const phone = await logInWith(dee, FIREFOX)
  const before = { ...dee, cookies: new Map(dee.cookies) }
  expect((await server.post('/api/user/end-sessions', { user: 'Dee' }, { as: dee })).body).toEqual({ success: true })
  expect(await Promise.all([dee, before, phone].map(viewerOf))).toEqual([null, null, null])
  expect(server.lines.join('\n')).toContain(`security event=sessions_ended member=${dee.id} sessions=2`)
})

test('a reset revokes players, and a password change does so on request', async () => {
  const fay = await server.signUp('Fay')
  const players = async () =>
    (await server.get('/api/user/scrobble-tokens', { user: 'Fay' }, { as: fay })).body.tokens.length
  await makeToken(server, fay)
  const change = (query: Record<string, string>) =>
    server.post(
      '/api/user/change-password',
      { user: 'Fay', password: fay.password, new_password: fay.password, ...query },
      { as: fay },
    )
  expect((await change({})).body).toEqual({ success: true })
  expect(await players()).toBe(1)
  expect((await change({ end_players: 'true' })).body).toEqual({ success: true })
  expect(await players()).toBe(0)
  await makeToken(server, fay)
  const token = await insertPasswordReset(server.db, fay.id, server.clock.now())
  await server.post('/api/user/reset-password', { token, new_password: 'quite another one' })
  const rows = await server.db.selectFrom('scrobble_tokens').select('id').where('member_id', '=', fay.id).execute()
  expect(rows).toEqual([])
})

test('a read in the background is no visit: neither the session nor the member seems to be in use', async () => {
  const ada = await server.signUp('Una')
  const [session] = await list(ada)
  const lastLogin = async () => (await server.get('/api/user/profile', { user: 'Una' })).body.userProfile[0].lastlogin
  const before = await lastLogin()
  server.clock.advance({ hours: 30 })
  const headers = { [BACKGROUND_HEADER]: '1' }
  const read = await server.get('/api/user/profile', { user: 'Una' }, { as: ada, headers })
  expect([read.status, read.headers.getSetCookie()]).toEqual([200, []])
  expect(await lastLogin()).toBe(before)
  await server.post('/api/user/mark-activity-read', { user: 'Una', up_to: 1 }, { as: ada, headers })
  expect(await lastLogin()).not.toBe(before)
  expect((await list(ada))[0]?.last_used_at).not.toBe(session?.last_used_at)
})
