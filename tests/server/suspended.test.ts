import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listActingAdmins, lockAdmins } from '#server/accounts/admins.ts'
import type { Tx } from '#server/db/open.ts'
import {
  countInvitationUse,
  findUsableInvitation,
  insertInvitation,
  listInvitations,
  revokeInvitation,
} from '#server/instance/invitations.ts'
import { confirmWarning, findStanding, selectNotices } from '#server/moderation/standing.ts'
import { bareDatabase, insertMembers } from '#tests/support/bare-database.ts'

/* The rights that a suspended member lacks until the suspension ends. */

const NAMES = ['acting', 'plain', 'banned', 'paused', 'returned'] as const
type Name = (typeof NAMES)[number]

const { db, clock } = await bareDatabase()
const now = clock.now()
const until = new Date(now.getTime() + 60_000)
const members = await insertMembers(db, now, NAMES)
const idOf = (name: Name) => members.get(name)?.id ?? 0
const run = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)

beforeAll(async () => {
  const suspend = (name: Name, end: Date | null) => ({ member_id: idOf(name), reason: 'spam', since: now, until: end })
  await db
    .insertInto('suspensions')
    .values([suspend('banned', null), suspend('paused', until), suspend('returned', now)])
    .execute()
})

test('a suspended admin is no admin until the suspension ends', async () => {
  await db
    .updateTable('members')
    .set({ is_admin: true })
    .where('id', 'in', NAMES.map(idOf))
    .where('name', '<>', 'plain')
    .execute()
  const acting = [idOf('acting'), idOf('returned')]
  expect([...(await listActingAdmins(db, NAMES.map(idOf), now))].toSorted((a, b) => a - b)).toEqual(acting)
  expect(await listActingAdmins(db, [idOf('acting')], now)).toEqual(new Set([idOf('acting')]))
  expect(await listActingAdmins(db, [], now)).toEqual(new Set())
  expect((await run((tx) => lockAdmins(tx, now))).toSorted((a, b) => a - b)).toEqual(acting)
})

test('an invitation by a suspended member cannot be used until the suspension ends', async () => {
  const invite = async (inviterId: number | null, maxUses = 1) =>
    (await run((tx) => insertInvitation(tx, { inviterId, days: 1, maxUses, now })))?.code ?? ''
  const codes = new Map<string, string>()
  for (const name of NAMES) codes.set(name, await invite(idOf(name)))
  const usable = async (at: Date) => {
    const found = await Promise.all([...codes.values()].map((code) => findUsableInvitation(db, code, at)))
    return found.filter((name) => name !== undefined)
  }
  expect(await usable(now)).toEqual(['acting', 'plain', 'returned'])
  expect(await usable(until)).toEqual(['acting', 'plain', 'paused', 'returned'])
  const dayLater = new Date(now.getTime() + 86_400_000)
  expect(await usable(dayLater)).toEqual([])

  const code = await invite(null, 2)
  expect(await findUsableInvitation(db, code, now)).toBe('')
  const use = (of: string, at = now) => run((tx) => countInvitationUse(tx, of, idOf('plain'), at))
  expect(await use(codes.get('banned') ?? '')).toBe(false)
  expect(await use(code, dayLater)).toBe(false)
  expect(await use('unknown')).toBe(false)
  await db.updateTable('invitations').set({ uses: 1 }).where('inviter_id', 'is', null).execute()
  expect(await use(code)).toBe(true)
  expect(await use(code)).toBe(false)
  await db.updateTable('invitations').set({ revoked_at: now }).where('inviter_id', '=', idOf('plain')).execute()
  expect(await usable(now)).toEqual(['acting', 'returned'])
})

test('a member has at most 50 usable invitations, without those that are revoked', async () => {
  const { id, name } = [...(await insertMembers(db, now, ['inviting'])).values()][0] ?? { id: 0, name: '' }
  const invite = (inviterId: number | null = id) =>
    run((tx) => insertInvitation(tx, { inviterId, days: 1, maxUses: 1, now }))
  const made: number[] = []
  for (let count = 0; count < 50; count++) made.push((await invite())?.id ?? 0)
  expect(made).not.toContain(0)
  expect(await invite()).toBeUndefined()
  expect(await invite(null)).toBeDefined()
  expect(await invite(idOf('acting'))).toBeDefined()
  await run((tx) => revokeInvitation(tx, idOf('acting'), made[0] ?? 0, now))
  expect(await invite()).toBeUndefined()
  await run((tx) => revokeInvitation(tx, id, made[0] ?? 0, now))
  await run((tx) => revokeInvitation(tx, id, made[0] ?? 0, until))
  const code = (await invite())?.code ?? ''
  expect(await run((tx) => countInvitationUse(tx, code, idOf('returned'), now))).toBe(true)
  const listed = await listInvitations(db, id, now)
  expect(listed).toHaveLength(51)
  expect(listed.filter(({ is_open }) => is_open)).toHaveLength(49)
  expect(listed.flatMap(({ joined }) => joined)).toEqual([{ username: 'returned' }])
  expect(await findUsableInvitation(db, (await invite())?.code ?? '', now)).toBe(name)
  const revoked = await db
    .selectFrom('invitations')
    .select(['id', 'revoked_at'])
    .where('revoked_at', 'is not', null)
    .where('inviter_id', '=', id)
    .execute()
  expect(revoked).toEqual([{ id: made[0], revoked_at: now }])
})

test('a standing is the suspension in force and the warnings that are not confirmed, of one member', async () => {
  const warning = { kind: 'warning' as const, reason: 'tone', about: '', created_at: now, admin_id: null }
  const warn = async (name: Name) =>
    (
      await db
        .insertInto('warnings')
        .values({ ...warning, member_id: idOf(name) })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const ids = [await warn('paused'), await warn('paused'), await warn('plain')]
  const standing = async (name: Name) => {
    const { suspension, warnings } = await findStanding(db, idOf(name), now)
    return [suspension?.until, warnings.map(({ id }) => id)]
  }
  expect(await standing('paused')).toEqual([until.toISOString(), ids.slice(0, 2)])
  expect(await standing('banned')).toEqual(['', []])
  expect(await standing('returned')).toEqual([undefined, []])
  const notices = async (name: Name, isSuspended: boolean) => {
    const { rows } = await sql<{ count: number }>`select ${selectNotices(idOf(name), isSuspended)} as count`.execute(db)
    return Number(rows[0]?.count)
  }
  expect([await notices('paused', true), await notices('plain', false), await notices('banned', false)]).toEqual([
    3, 1, 0,
  ])
  const confirm = (name: Name, id = 0, at = now) => run((tx) => confirmWarning(tx, idOf(name), id, at))
  await confirm('paused', ids[0])
  await confirm('paused', ids[0], until)
  await confirm('plain', ids[1])
  expect(await standing('paused')).toEqual([until.toISOString(), ids.slice(1, 2)])
  const { confirmed_at } = await db
    .selectFrom('warnings')
    .select('confirmed_at')
    .where('id', '=', ids[0] ?? 0)
    .executeTakeFirstOrThrow()
  expect(confirmed_at).toEqual(now)
  expect(await standing('plain')).toEqual([undefined, ids.slice(2)])
  expect(await notices('paused', false)).toBe(1)
})
