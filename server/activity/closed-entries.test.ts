import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ActivityKind } from '#contract/activity/kinds.ts'
import { type BareMember, insertTrack } from '#tests/support/bare-database.ts'
import { textWorld } from '#tests/support/closed-texts.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { parseEntryId } from './entry-page.ts'
import { findUnreadEntries, listActivity, updateActivityRead } from './list.ts'
import { countUnreadActivity, selectMayHaveUnread, selectOtherUnread } from './unread.ts'

const world = await textWorld()
const { db, clock, members } = world
const now = clock.now()
const { ada, bea, blocked, blocking, muted, private: closed } = members

interface Entry {
  readonly broadcast_id?: number
  readonly reply_id?: number
  readonly swap_id?: number
  readonly is_unread?: boolean
  readonly created_at?: Date
}

const idOf = (text: string) => world.broadcasts.get(text) ?? world.replies.get(text) ?? 0
const insert = async (kind: ActivityKind, actor: BareMember, entry: Entry = {}, reader: BareMember = ada) => {
  const { id } = await db
    .insertInto('activity')
    .values({ member_id: reader.id, actor_id: actor.id, kind, created_at: now, ...entry })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
/** Inserts a completed swap with results that one of its members shares. */
async function insertShared(initiator: BareMember, matched: BareMember, by: 'initiator' | 'matched') {
  const id = await insertCompletedSwap({ db, clock }, initiator, matched, await insertTrack(db))
  const shared = by === 'initiator' ? { initiator_shares_at: now } : { matched_shares_at: now }
  await db.updateTable('song_swaps').set(shared).where('id', '=', id).execute()
  return id
}
const find = async (activityId: number, broadcastId: number | null = null) =>
  (await findUnreadEntries(db, [{ memberId: ada.id, activityId, broadcastId }], now))[0]
const list = async () =>
  (await listActivity(db, ada.id, { limit: 50 })).map(({ kind, username, relatedid }) => [kind, username, relatedid])

beforeEach(async () => {
  for (const table of ['activity', 'suspensions'] as const) await db.deleteFrom(table).execute()
})

test('an entry is shown while its text and its member are open, everywhere', async () => {
  const wish = await insertShared(ada, bea, 'matched')
  const ownWish = await insertShared(bea, ada, 'initiator')
  const withdrawn = await insertShared(ada, bea, 'initiator')

  const shown = [
    await insert('follow', bea),
    await insert('reply', bea, { reply_id: idOf('bea to bea') }),
    await insert('mention', bea, { broadcast_id: idOf('by bea') }),
    await insert('mention', bea, { reply_id: idOf('bea to ada') }),
    await insert('swap_share', bea, { swap_id: wish }),
    await insert('swap_share', bea, { swap_id: ownWish }),
    await insert('follow', closed), // a private member may follow
  ]
  const hidden = [
    await insert('follow', blocked),
    await insert('follow', blocking),
    await insert('follow', muted),
    await insert('reply', bea, { reply_id: idOf('hidden, bea to bea') }),
    await insert('reply', closed, { reply_id: idOf('private to bea') }),
    await insert('mention', bea, { reply_id: idOf('bea to hidden') }),
    await insert('mention', bea, { broadcast_id: idOf('hidden, by bea') }),
    await insert('mention', closed, { broadcast_id: idOf('by private') }),
    await insert('swap_share', bea, { swap_id: withdrawn }),
    await insert('follow', ada, {}, bea),
  ]
  expect(await list()).toEqual([
    ['follow', 'private', null],
    ['swap_share', 'bea', ownWish],
    ['swap_share', 'bea', wish],
    ['mention', 'bea', idOf('by ada')],
    ['mention', 'bea', idOf('by bea')],
    ['reply', 'bea', idOf('by bea')],
    ['follow', 'bea', null],
  ])
  expect(await countUnreadActivity(db, ada.id)).toBe(shown.length)
  // Hidden entries take no place on a page.
  expect(await listActivity(db, ada.id, { limit: 1 })).toMatchObject([{ kind: 'follow', username: 'private' }])
  for (const id of shown) expect(await find(id)).toBeDefined()
  for (const id of hidden) expect(await find(id)).toBeUndefined()
})

test('the likes of a broadcast are one entry without hidden members, for each day once they are read', async () => {
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const like = (actor: BareMember, title: string, minutes: number, entry: Entry = {}) =>
    insert('like', actor, { broadcast_id: idOf(title), created_at: at(minutes), ...entry })
  const DAY = 24 * 60
  await like(bea, 'hidden, by ada', 0, { is_unread: false })
  await like(closed, 'hidden, by ada', DAY, { is_unread: false })
  await insert('mention', ada, { broadcast_id: idOf('by ada'), created_at: at(DAY) }, bea)
  await insert('like', closed, { broadcast_id: idOf('by bea'), created_at: at(DAY + 1) }, bea)
  await like(muted, 'hidden, by ada', 0)
  await insert('follow', bea, { created_at: at(3 * DAY) })
  await like(bea, 'by ada', 2 * DAY)
  await like(closed, 'by ada', 2 * DAY + 1)
  for (const [place, actor] of [muted, blocked, blocking].entries()) await like(actor, 'by ada', 2 * DAY + 2 + place)

  const all = await listActivity(db, ada.id, { limit: 50 })
  expect(all.map(({ username, relatedid, count, others }) => [username, relatedid, count, others])).toEqual([
    ['bea', null, undefined, undefined],
    ['private', idOf('by ada'), 2, [{ username: 'bea', pfpsm: '' }]],
    ['private', idOf('hidden, by ada'), undefined, undefined],
    ['bea', idOf('hidden, by ada'), undefined, undefined],
  ])
  expect((await listActivity(db, ada.id, { limit: 2 })).map(({ id }) => id)).toEqual(
    all.slice(0, 2).map(({ id }) => id),
  )
  const [, first, second] = all.map(({ id }) => parseEntryId(id))
  const below = async (before: typeof first) =>
    (await listActivity(db, ada.id, { limit: 1, before })).map(({ id }) => id)
  expect([await below(first), await below(second)]).toEqual([[all[2]?.id], [all[3]?.id]])

  expect(await countUnreadActivity(db, ada.id)).toBe(2)
  expect((await find(0, idOf('by ada')))?.username).toBe('private')
  expect(await find(0, idOf('hidden, by ada'))).toBeUndefined()
  await db
    .insertInto('suspensions')
    .values({ member_id: closed.id, reason: 'spam', until: null, admin_id: null })
    .execute()
  expect((await find(0, idOf('by ada')))?.username).toBe('bea')
})

test('marking as read is of one member, up to an entry', async () => {
  const ids = [await insert('follow', bea), await insert('message', bea), await insert('follow', closed)]
  await insert('follow', ada, {}, bea)
  const unread = async () =>
    (await db.selectFrom('activity').select('id').where('is_unread', '=', true).orderBy('id').execute()).length
  await updateActivityRead(db, ada.id, String(ids[1]))
  expect(await unread()).toBe(2)
  expect(await find(ids[0] ?? 0)).toBeUndefined()
  expect(await find(ids[2] ?? 0)).toBeDefined()
  await updateActivityRead(db, ada.id, String((ids[2] ?? 0) + 5))
  expect(await unread()).toBe(1)
})

test('the badge counts messages and swap turns elsewhere', async () => {
  const swap = { swap_id: await insertShared(ada, bea, 'matched') }
  await insert('message', bea)
  await insert('swap_invite', bea, swap)
  await insert('swap_answer', bea, swap)
  await insert('swap_result', bea, swap)
  await insert('follow', bea, { is_unread: false })
  await insert('follow', ada, {}, bea)
  const { rows } = await sql<{ count: number }>`select ${selectOtherUnread(ada.id)} as count`.execute(db)
  expect([Number(rows[0]?.count), await countUnreadActivity(db, ada.id)]).toEqual([1, 4])
})

test('only a member with an unread entry of its own, besides messages and swap turns, may have some', async () => {
  const mayHave = async () =>
    (await sql<{ may: boolean }>`select ${selectMayHaveUnread(ada.id)} as may`.execute(db)).rows[0]?.may
  await insert('message', bea)
  await insert('swap_invite', bea, { swap_id: await insertShared(ada, bea, 'matched') })
  await insert('follow', bea, { is_unread: false })
  await insert('follow', ada, {}, bea)
  expect(await mayHave()).toBe(false)
  await insert('like', bea, { broadcast_id: idOf('by ada') })
  expect(await mayHave()).toBe(true)
})
