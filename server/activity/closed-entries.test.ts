import { expect, test } from 'vitest'
import type { ActivityKind } from '#contract/activity/kinds.ts'
import { type BareMember, insertTrack } from '#tests/support/bare-database.ts'
import { textWorld } from '#tests/support/closed-texts.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { findUnreadEntries, listActivity } from './list.ts'
import { countUnreadActivity } from './unread.ts'

const world = await textWorld()
const { db, clock, members } = world
const now = clock.now()
const { ada, bea, blocked, blocking, muted, private: closed } = members

interface Entry {
  readonly broadcast_id?: number
  readonly reply_id?: number
  readonly swap_id?: number
  readonly is_unread?: boolean
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

test('an entry is shown while its text and its member are open, everywhere', async () => {
  const wish = await insertShared(ada, bea, 'matched')
  const ownWish = await insertShared(bea, ada, 'initiator')
  const withdrawn = await insertShared(ada, bea, 'initiator')

  const shown = [
    await insert('follow', bea),
    await insert('reply', bea, { reply_id: idOf('bea to bea') }),
    await insert('mention', bea, { broadcast_id: idOf('by bea') }),
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
    ['mention', 'bea', idOf('by bea')],
    ['reply', 'bea', idOf('by bea')],
    ['follow', 'bea', null],
  ])
  expect(await countUnreadActivity(db, ada.id)).toBe(shown.length)
  for (const id of shown) expect(await find(id)).toBeDefined()
  for (const id of hidden) expect(await find(id)).toBeUndefined()
})
