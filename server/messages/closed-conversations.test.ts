import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#server/db/open.ts'
import { bareDatabase, insertMembers } from '#tests/support/bare-database.ts'
import {
  findConversationVersion,
  insertMessage,
  listConversations,
  selectUnreadFrom,
  selectUnreadMessages,
  updateMessagesRead,
} from './store.ts'

const NAMES = ['ada', 'bea', 'blocked', 'blocking', 'muted'] as const
const { db, clock } = await bareDatabase()
const now = clock.now()
const members = await insertMembers(db, now, NAMES)
const idOf = (name: (typeof NAMES)[number]) => members.get(name)?.id ?? 0
const ada = idOf('ada')

const run = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)
const send = (senderId: number, recipientId: number) =>
  run((tx) => insertMessage(tx, { senderId, recipientId, body: 'hello', sentAt: now }))
const unread = async () =>
  Object.fromEntries((await listConversations(db, ada)).map((row) => [row.conversant, row.unread]))
const count = async () => {
  const { rows } = await sql<{ sum: number; from: readonly { username: string; unread: number }[] }>`
    select ${selectUnreadMessages(ada)} as sum, ${selectUnreadFrom(ada, 9)} as from`.execute(db)
  return [Number(rows[0]?.sum), rows[0]?.from]
}

/** Returns the number of ada's entries about messages by bea: one until all are read. */
const entries = async () =>
  (await sql`select from activity where member_id = ${ada} and actor_id = ${idOf('bea')}`.execute(db)).rows.length

test('conversations are shown without blocked members, and muted ones never count as unread', async () => {
  for (const name of NAMES.slice(1)) await send(idOf(name), ada)
  const last = await send(idOf('bea'), ada)
  await send(idOf('bea'), idOf('muted'))
  await db
    .insertInto('blocks')
    .values([
      { blocker_id: ada, blocked_id: idOf('blocked') },
      { blocker_id: idOf('blocking'), blocked_id: ada },
    ])
    .execute()
  await db
    .insertInto('mutes')
    .values({ muter_id: ada, muted_id: idOf('muted') })
    .execute()
  expect(await unread()).toEqual({ bea: 2, muted: 0 })
  expect(await count()).toEqual([2, [{ username: 'bea', unread: 2 }]])

  // Reading is of one conversation, up to a message, and only of received ones.
  await send(ada, idOf('bea'))
  const read = (upTo?: number) => run((tx) => updateMessagesRead(tx, ada, idOf('bea'), upTo, now))
  const version = await findConversationVersion(db, ada, idOf('bea'))
  expect(await read(last - 1)).toBe(1)
  expect(await entries()).toBe(1)
  expect(await findConversationVersion(db, ada, idOf('bea'))).toBe(version + 1)
  expect(await unread()).toEqual({ bea: 1, muted: 0 })
  expect([await read(last), await read(), await read()]).toEqual([1, 0, 0])
  expect(await entries()).toBe(0)
  expect(await findConversationVersion(db, ada, idOf('bea'))).toBe(version + 2)
  expect(await count()).toEqual([0, []])
  const { rows } = await sql<{ sum: number }>`select sum(unread)::int as sum from conversations`.execute(db)
  // Of the blocked, the blocking and the muted member, ada's to bea, and bea's to the muted one.
  expect(rows[0]?.sum).toBe(5)
  expect(await findConversationVersion(db, ada, 0)).toBe(0)
  const sides = await db.selectFrom('conversations').select(['member_id', 'other_id', 'version']).execute()
  expect(new Set(sides.map(({ version }) => version)).size).toBeGreaterThan(1)
  for (const { member_id, other_id, version: expected } of sides)
    expect(await findConversationVersion(db, member_id, other_id)).toBe(expected)
})
