import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createToken } from '#server/http/session.ts'
import { testServer } from '#tests/support/test-server.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { insertMailedReset, insertPasswordReset } from './password-resets.ts'

test('a password is hashed by argon2id with 19 MiB, two passes and a salt of its own', async () => {
  const hashes = await Promise.all([hashPassword('a quiet tuba'), hashPassword('a quiet tuba')])
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(new Set(hashes.map((hash) => hash.split('$').at(-2))).size).toBe(2)
})

test('all 200 characters of a password count', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const long = `${'tuba owl '.repeat(22)}x2`
  expect(long).toHaveLength(200)
  const change = { user: 'Ada', password: ada.password, new_password: long }
  expect((await server.post('/api/user/change-password', change, { as: ada })).status).toBe(200)
  const logIn = async (password: string) => (await server.post('/api/user/login', { user: 'Ada', password })).status
  expect([await logIn(long), await logIn(`${long.slice(0, -1)}3`), await logIn(long.slice(0, -1))]).toEqual([
    200, 401, 401,
  ])
  expect(await logIn(`${long}x`)).toBe(400)
})

test('a password never expires', async () => {
  const server = await testServer()
  const { password } = await server.signUp('Ada')
  server.clock.advance({ days: 3650 })
  expect((await server.post('/api/user/login', { user: 'Ada', password })).body).toEqual({ success: true })
})

test('a new server has no member that can log in', async () => {
  const server = await testServer()
  const members = await server.db.selectFrom('members').select(['name', 'password_hash', 'is_admin']).execute()
  expect(members).toEqual([{ name: 'System', password_hash: null, is_admin: false }])
  expect(await verifyPassword(null, '')).toBe(false)
  for (const password of ['System', 'admin', 'password'])
    expect((await server.post('/api/user/login', { user: 'System', password })).status).toBe(401)
})

test('tokens of sessions and links have 256 random bits, and are stored as their SHA-256', async () => {
  const tokens = Array.from({ length: 1000 }, createToken)
  for (const { token, tokenHash } of tokens) {
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(tokenHash).toEqual(createHash('sha256').update(token).digest())
  }
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(1000)
  // Each bit is set in about half of the tokens.
  const bytes = tokens.map(({ token }) => Buffer.from(token, 'base64url'))
  for (let bit = 0; bit < 256; bit++) {
    const count = bytes.filter((each) => ((each[bit >> 3] ?? 0) >> (bit & 7)) & 1).length
    expect(count).toBeGreaterThan(350)
    expect(count).toBeLessThan(650)
  }
})

test('links that reset a password are stored as the SHA-256 of 256 bits', async () => {
  const server = await testServer()
  const { id: memberId } = await server.signUp('Ada')
  const now = server.clock.now()
  const handed = await insertPasswordReset(server.db, memberId, now)
  const mailed = await insertMailedReset(server.db, { memberId, email: 'ada@flipside.example', now })
  const rows = await server.db.selectFrom('password_resets').select('token_hash').execute()
  const expected = [handed, mailed].map((token) => createHash('sha256').update(token).digest('hex'))
  expect(rows.map((row) => row.token_hash.toString('hex')).toSorted()).toEqual(expected.toSorted())
  for (const token of [handed, mailed]) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
})
