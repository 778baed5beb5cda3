import { beforeEach, expect, test } from 'vitest'
import type { ActivityKind } from '#contract/activity/kinds.ts'
import { type BareMember, bareDatabase, insertMembers, insertTrack } from '#tests/support/bare-database.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import type { Push } from './due-pushes.ts'
import { readPushes } from './read-pushes.ts'

const { db, clock } = await bareDatabase()
const now = clock.now() // 12:00 UTC
const members = await insertMembers(db, now, ['ada', 'bea', 'cy'])
const [ada, bea, cy] = [...members.values()] as [BareMember, BareMember, BareMember]
const HOUR_MS = 3_600_000

/** Inserts a member's session with a subscription, and returns the subscription's id. */
async function subscribe({ id }: BareMember, expiresAt = new Date(now.getTime() + HOUR_MS)): Promise<number> {
  const session = await db
    .insertInto('sessions')
    .values({
      token_hash: Buffer.from(`${id} ${expiresAt.getTime()}`),
      member_id: id,
      renewed_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
  const row = { member_id: id, session_id: session.id, host: 'push.example', subscribed_at: now, ...keys }
  const { id: subscriptionId } = await db
    .insertInto('push_subscriptions')
    .values({ ...row, endpoint: `https://push.example/${session.id}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return subscriptionId
}
const subscriptions = new Map([
  [ada.id, await subscribe(ada)],
  [bea.id, await subscribe(bea)],
])

/** Inserts an entry and returns the push about it. */
async function push(kind: ActivityKind, recipient = ada, entry: { swap_id?: number } = {}): Promise<Push> {
  const { id } = await db
    .insertInto('activity')
    .values({ member_id: recipient.id, actor_id: cy.id, kind, created_at: now, ...entry })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sent = { tag: kind, causedAt: now, version: 1, attempts: 0, isRepeated: false, publicKey: null }
  const address = { endpoint: 'https://push.example/', host: 'push.example', p256dh: '', auth: '' }
  const subscriptionId = subscriptions.get(recipient.id) ?? 0
  return { ...sent, ...address, subscriptionId, activityId: id, broadcastId: null, memberId: recipient.id }
}
const read = async (pushes: readonly Push[], at = now) =>
  (await readPushes(db, pushes, 'https://music.example', at)).map((each) =>
    'content' in each ? `to ${each.content.member}: ${each.content.kind}` : each.skipped,
  )

beforeEach(async () => {
  for (const table of ['activity', 'notification_settings', 'suspensions', 'messages', 'conversations'] as const)
    await db.deleteFrom(table).execute()
})

test('each recipient receives the own entries, in the order of the pushes', async () => {
  const pushes = [await push('follow', bea), await push('message', ada), await push('follow', ada)]
  expect(await read(pushes)).toEqual(['to bea: follow', 'to ada: message', 'to ada: follow'])
  await db.updateTable('activity').set({ is_unread: false }).where('kind', '=', 'message').execute()
  expect(await read(pushes)).toEqual(['to bea: follow', 'gone', 'to ada: follow'])
})

test('a kind that is not pushed, or that the recipient has turned off, is skipped', async () => {
  const pushes = [await push('server_failure'), await push('follow'), await push('follow', bea)]
  await db
    .insertInto('notification_settings')
    .values({ member_id: ada.id, off: ['follow'] })
    .execute()
  expect(await read(pushes)).toEqual(['gone', 'off', 'to bea: follow'])
})

test('in the quiet hours of the recipient nothing is pushed', async () => {
  const pushes = [await push('follow'), await push('follow', bea)]
  const noon = 12 * 60
  const quiet = { quiet_from: noon - 1, quiet_to: noon + 1, time_zone: 'UTC' }
  await db
    .insertInto('notification_settings')
    .values({ member_id: ada.id, ...quiet })
    .execute()
  expect(await read(pushes)).toEqual(['quiet', 'to bea: follow'])
  expect(await read(pushes, new Date(now.getTime() + 60_000))).toEqual(['to ada: follow', 'to bea: follow'])
})

test('a suspended recipient and an expired session receive nothing', async () => {
  const pushes = [await push('follow'), await push('follow', bea)]
  await db
    .insertInto('suspensions')
    .values({ member_id: ada.id, reason: 'spam', until: null, admin_id: null })
    .execute()
  expect(await read(pushes)).toEqual(['ended', 'to bea: follow'])
  expect(await read(pushes, new Date(now.getTime() + HOUR_MS))).toEqual(['ended', 'ended'])
  expect(await read(pushes, new Date(now.getTime() + HOUR_MS - 1))).toEqual(['ended', 'to bea: follow'])
})

test('a message and a swap are in the push about them, and no others', async () => {
  const swap = await insertCompletedSwap({ db, clock }, cy, ada, await insertTrack(db))
  await insertCompletedSwap({ db, clock }, cy, ada, await insertTrack(db))
  const text = { created_at: now, client_id: null, read_at: null, track_id: null }
  await db
    .insertInto('messages')
    .values([
      { ...text, sender_id: cy.id, recipient_id: ada.id, body: 'to ada' },
      { ...text, sender_id: cy.id, recipient_id: bea.id, body: 'to bea' },
    ])
    .execute()
  const pushes = [
    await push('follow'),
    await push('message'),
    await push('swap_result', ada, { swap_id: swap }),
    await push('message', bea),
  ]
  const items = (await readPushes(db, pushes, 'https://music.example', now)).map((each) =>
    'content' in each ? [each.content.items.message?.message, each.content.items.swap?.id] : each,
  )
  expect(items).toEqual([
    [undefined, undefined],
    ['to ada', undefined],
    [undefined, swap],
    ['to bea', undefined],
  ])
})
