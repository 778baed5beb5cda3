import { expect, test } from 'vitest'
import { bareDatabase, insertMembers } from '#tests/support/bare-database.ts'
import {
  deleteSession,
  deleteSessions,
  findSession,
  hashToken,
  hasSession,
  insertSession,
  readCookie,
  sessionCookie,
} from './session.ts'

const NAMES = ['admin', 'bea', 'banned', 'paused'] as const
const { db, clock } = await bareDatabase()
const now = clock.now()
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const DAY = 24 * 60
const members = await insertMembers(db, now, NAMES)
const idOf = (name: (typeof NAMES)[number]) => members.get(name)?.id ?? 0
await db
  .updateTable('members')
  .set({ is_admin: true })
  .where('id', 'in', [idOf('admin'), idOf('banned'), idOf('paused')])
  .execute()
await db
  .insertInto('suspensions')
  .values([
    { member_id: idOf('banned'), reason: 'spam', until: null, admin_id: null },
    { member_id: idOf('paused'), reason: 'tone', until: after(1), admin_id: null },
  ])
  .execute()

const find = (token: string, at = now, isVisit = false) => findSession(db, token, at, isVisit)
const readTimes = async (token: string, name: (typeof NAMES)[number]) => {
  const session = await db
    .selectFrom('sessions')
    .select(['renewed_at', 'expires_at', 'last_used_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  const member = await db
    .selectFrom('members')
    .select('last_login_at')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { ...session, ...member }
}

test('a session is of its own member, who is no admin during a suspension', async () => {
  const rows: unknown[] = []
  for (const name of NAMES) {
    const session = await find(await insertSession(db, idOf(name), now))
    rows.push([session?.member.name, session?.member.isAdmin, session?.member.suspension])
  }
  expect(rows).toEqual([
    ['admin', true, null],
    ['bea', false, null],
    ['banned', false, { until: null, reason: 'spam' }],
    ['paused', false, { until: after(1), reason: 'tone' }],
  ])
  const later = await find(await insertSession(db, idOf('paused'), now), after(1))
  expect(later?.member).toMatchObject({ isAdmin: true, suspension: null })
  expect(await find('unknown')).toBeUndefined()
})

test('a session ends after 180 days, and alone, or with all of its member', async () => {
  const [one, two, other] = [
    await insertSession(db, idOf('bea'), now),
    await insertSession(db, idOf('bea'), now),
    await insertSession(db, idOf('admin'), now),
  ]
  expect(await find(one, after(180 * DAY - 1))).toBeDefined()
  expect(await find(one, after(180 * DAY))).toBeUndefined()
  await deleteSession(db, hashToken(one))
  expect(await find(one)).toBeUndefined()
  expect([await hasSession(db, hashToken(one)), await hasSession(db, hashToken(two))]).toEqual([false, true])
  expect(await find(two)).toBeDefined()
  expect(await deleteSessions(db, idOf('bea'))).toBeGreaterThan(0)
  expect(await find(two)).toBeUndefined()
  expect(await find(other)).toBeDefined()
})

test('a visit extends its own session daily, and stores the last use and log-in at intervals', async () => {
  const [token, other] = [await insertSession(db, idOf('bea'), now), await insertSession(db, idOf('bea'), now)]
  const start = await readTimes(token, 'bea')
  await find(token, after(DAY))
  await find(token, after(9), true)
  expect(await readTimes(token, 'bea')).toEqual(start)
  expect((await find(token, after(10), true))?.isRenewed).toBe(false)
  expect(await readTimes(token, 'bea')).toEqual({ ...start, last_used_at: after(10) })
  await find(token, after(60), true)
  expect((await readTimes(token, 'bea')).last_login_at).toEqual(after(60))
  expect((await find(token, after(DAY), true))?.isRenewed).toBe(true)
  expect(await readTimes(token, 'bea')).toEqual({
    renewed_at: after(DAY),
    expires_at: after(181 * DAY),
    last_used_at: after(DAY),
    last_login_at: after(DAY),
  })
  // A server with a clock behind this one's.
  await find(other, after(70), true)
  expect(await readTimes(other, 'bea')).toEqual({ ...start, last_used_at: after(70), last_login_at: after(DAY) })
  expect((await readTimes(token, 'admin')).last_login_at).toEqual(now)
})

test('the cookie is secure over https, and read by its whole name', () => {
  const read = (url: string | null) => sessionCookie({ publicUrl: url === null ? null : new URL(url) })
  const [secure, plain] = [read('https://a.example'), read(null)]
  expect([secure.keep('x').endsWith('; Secure'), plain.keep('x').endsWith('; Secure')]).toEqual([true, false])
  expect(secure.name.startsWith('__Host-')).toBe(true)
  expect(read('http://a.example').name).toBe(plain.name)
  expect(plain.read(`a=1; ${plain.name}=x=y;b=2`)).toBe('x=y')
  for (const header of [undefined, '', `${plain.name}=`, `x${plain.name}=1`]) expect(plain.read(header)).toBeUndefined()
  expect(readCookie('a=1', 'a')).toBe('1')
})
