import { expect } from 'vitest'
import { hashPassword } from '#server/accounts/index.ts'
import { Authenticator, type Deviations } from './authenticator.ts'
import { makeMember } from './members.ts'
import type { RequestOptions, TestMember, TestServer } from './test-server.ts'

const PASSWORD = 'a password of members'
const password_hash = await hashPassword(PASSWORD)

/** Creates a member as `makeMember` does, with a password that was hashed before. */
export async function makeMemberWithPassword(server: TestServer, name: string): Promise<TestMember> {
  const member = await makeMember(server, name)
  await server.db.updateTable('members').set({ password_hash }).where('id', '=', member.id).execute()
  return { ...member, password: PASSWORD }
}

/** Requests the options for a member's passkey. */
export async function startPasskey(server: TestServer, member: TestMember) {
  const { name: user, password } = member
  const response = await server.post('/api/user/start-passkey', { user, password }, { as: member })
  expect(response.status).toBe(200)
  return response.body.options
}

/** Adds a passkey to a member; returns its authenticator and the response. */
export async function addPasskey(
  server: TestServer,
  member: TestMember,
  { name = 'Phone', authenticator = new Authenticator() } = {},
) {
  const created = authenticator.create(await startPasskey(server, member))
  const response = await server.post('/api/user/add-passkey', { user: member.name, name, ...created }, { as: member })
  return { authenticator, response }
}

/** Requests the options for a log-in and sends the authenticator's response to them. */
export async function logInByPasskey(
  server: TestServer,
  authenticator: Authenticator,
  deviations: Deviations = {},
  options: RequestOptions = {},
) {
  const started = await server.post('/api/user/start-passkey-login', {}, options)
  expect(started.status).toBe(200)
  return server.post('/api/user/login-by-passkey', authenticator.get(started.body.options, deviations), options)
}
