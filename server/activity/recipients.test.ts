import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ActivityKind } from '#contract/activity/kinds.ts'
import type { Tx } from '#server/db/open.ts'
import { TEXT_MEMBERS, textWorld } from '#tests/support/closed-texts.ts'
import {
  deleteActivity,
  deleteLikeActivity,
  deleteMentionActivity,
  insertFailureActivity,
  insertFollowActivity,
  insertLikeActivity,
  insertMentionActivity,
  insertRelayActivity,
  insertReplyActivity,
  insertReportActivity,
  type MentioningText,
  upsertMessageActivity,
} from './events.ts'

/* Which members receive an entry, and which entries are deleted. */

const world = await textWorld()
const { db, clock, members, system } = world
const { ada, bea, blocked, muted } = members
const now = clock.now()
const HOUR_MS = 3_600_000
const all = [...TEXT_MEMBERS.map((name) => members[name].id), system]

const run = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)
const broadcast = (title: string) => world.broadcasts.get(title) ?? 0
const reply = (body: string) => world.replies.get(body) ?? 0

/** Returns the entries as `recipient < actor kind`, in order of creation. */
async function list(): Promise<readonly string[]> {
  const { rows } = await sql<{ recipient: string; actor: string; kind: ActivityKind }>`
    select recipient.name as recipient, actor.name as actor, kind from activity
    join members as recipient on recipient.id = member_id join members as actor on actor.id = actor_id
    order by activity.id`.execute(db)
  return rows.map(({ recipient, actor, kind }) => `${recipient} < ${actor} ${kind}`)
}

beforeEach(() => db.deleteFrom('activity').execute())

test('the author of a broadcast is notified of likes by others, and System of none', async () => {
  const like = (title: string, { id }: { id: number }) => ({
    broadcastId: broadcast(title),
    memberId: id,
    likedAt: now,
  })
  const likes = [like('by ada', bea), like('by ada', ada), like('about bea', ada), like('by ada', muted)]
  await run((tx) => insertLikeActivity(tx, likes))
  await run((tx) => insertLikeActivity(tx, [like('by ada', bea), like('by bea', ada), like('by bea', muted)]))
  expect((await list()).toSorted()).toEqual([
    'ada < bea like',
    'ada < muted like',
    'bea < ada like',
    'bea < muted like',
  ])
  await run((tx) => deleteLikeActivity(tx, broadcast('by bea'), muted.id))
  expect((await list()).toSorted()).toEqual(['ada < bea like', 'ada < muted like', 'bea < ada like'])
})

test('unfollowing deletes the entry of that follow, and reading that of that conversation', async () => {
  await run(async (tx) => {
    for (const actor of [bea, muted]) {
      await insertFollowActivity(tx, ada.id, actor.id, now)
      await upsertMessageActivity(tx, ada.id, actor.id, now)
    }
    await insertFollowActivity(tx, muted.id, bea.id, now)
    await upsertMessageActivity(tx, muted.id, bea.id, now)
    await deleteActivity(tx, 'follow', ada.id, bea.id)
  })
  const messages = ['ada < bea message', 'ada < muted message', 'muted < bea message']
  expect((await list()).toSorted()).toEqual([...messages, 'ada < muted follow', 'muted < bea follow'].toSorted())
  await run((tx) => deleteActivity(tx, 'message', ada.id, muted.id))
  expect((await list()).toSorted()).toEqual([
    'ada < bea message',
    'ada < muted follow',
    'muted < bea follow',
    'muted < bea message',
  ])
})

test('a message moves the entry of its conversation to the top, unread', async () => {
  await run(async (tx) => {
    await upsertMessageActivity(tx, ada.id, bea.id, now)
    await upsertMessageActivity(tx, ada.id, muted.id, now)
  })
  await db.updateTable('activity').set({ is_unread: false }).execute()
  await run((tx) => upsertMessageActivity(tx, ada.id, bea.id, now))
  expect(await list()).toEqual(['ada < muted message', 'ada < bea message'])
  expect(await db.selectFrom('activity').select('actor_id').where('is_unread', '=', true).execute()).toEqual([
    { actor_id: bea.id },
  ])
})

test('the author of a broadcast is notified of a reply that it may see, by another member', async () => {
  const send = (body: string, recipientId: number, actorId: number) =>
    run((tx) => insertReplyActivity(tx, { replyId: reply(body), recipientId, actorId, now }))
  await send('muted to bea', bea.id, muted.id)
  await send('bea to bea', bea.id, bea.id)
  await send('bea to bea', system, bea.id)
  await send('private to bea', bea.id, members.private.id)
  await send('hidden, bea to bea', ada.id, bea.id)
  await send('bea to blocked', ada.id, bea.id)
  expect(await list()).toEqual(['bea < muted reply'])
})

describe('a mention', () => {
  const mention = (text: MentioningText, refused: readonly number[] = []) =>
    run((tx) =>
      insertMentionActivity(tx, {
        text,
        actorId: bea.id,
        mentioned: all,
        now,
        mayNotify: async (id) => !refused.includes(id),
      }),
    )

  test('it notifies the members that may see the text, and neither System nor its author', async () => {
    await mention({ broadcastId: broadcast('by bea') })
    await mention({ replyId: reply('bea to blocked') })
    await mention({ broadcastId: broadcast('hidden, by bea') })
    expect(await list()).toEqual([
      'ada < bea mention',
      'blocked < bea mention',
      'blocking < bea mention',
      'muted < bea mention',
      'private < bea mention',
      // Ada has blocked the author of the broadcast that the reply is to.
      'blocked < bea mention',
      'blocking < bea mention',
      'muted < bea mention',
      'private < bea mention',
    ])
  })

  test('it does not notify a member for which the limit is reached, and nothing is left of a removed one', async () => {
    const others = TEXT_MEMBERS.map((name) => members[name].id).filter((id) => id !== ada.id && id !== muted.id)
    const text = { replyId: reply('bea to bea') }
    await mention(text, others)
    await mention({ broadcastId: broadcast('by bea') }, others)
    await run((tx) => insertReplyActivity(tx, { ...text, recipientId: members.private.id, actorId: bea.id, now }))
    const both = ['ada < bea mention', 'muted < bea mention']
    expect(await list()).toEqual([...both, ...both, 'private < bea reply'])
    await run((tx) => deleteMentionActivity(tx, text, [ada.id]))
    expect(await list()).toEqual(['ada < bea mention', ...both, 'private < bea reply'])
    await run((tx) => deleteMentionActivity(tx, { broadcastId: broadcast('by bea') }, []))
    expect(await list()).toEqual(['ada < bea mention', 'private < bea reply'])
  })
})

describe('System', () => {
  const fail = (at: Date, failedAt: Date, adminIds: readonly number[] = [ada.id, bea.id]) =>
    run((tx) => insertFailureActivity(tx, { adminIds, subject: 'jobs', failedAt, now: at }))
  const later = (ms: number) => new Date(now.getTime() + ms)
  const read = () => db.updateTable('activity').set({ is_unread: false }).execute()

  test('it notifies admins of a failure once until it is read, and once a day', async () => {
    await run((tx) => insertRelayActivity(tx, bea.id, 'jobs', now))
    expect(await fail(now, now, [ada.id])).toEqual([ada.id])
    expect(await fail(later(48 * HOUR_MS), later(48 * HOUR_MS))).toEqual([bea.id])
    const backup = { adminIds: [ada.id], subject: 'backup' as const, failedAt: now, now }
    expect(await run((tx) => insertFailureActivity(tx, backup))).toEqual([ada.id])
    await read()
    expect(await fail(later(24 * HOUR_MS - 1), later(1))).toEqual([])
    expect(await fail(later(24 * HOUR_MS), later(1), [ada.id])).toEqual([ada.id])
    await read()
    expect(await fail(later(100 * HOUR_MS), later(24 * HOUR_MS), [ada.id])).toEqual([])
    expect(await fail(later(100 * HOUR_MS), later(24 * HOUR_MS + 1), [ada.id])).toEqual([ada.id])
    expect(new Set(await list())).toEqual(
      new Set(['bea < System relay_stopped', 'ada < System server_failure', 'bea < System server_failure']),
    )
  })

  test('it notifies a member of a stopped relay once until it is read', async () => {
    const stop = (title: string, { id }: { id: number }) => run((tx) => insertRelayActivity(tx, id, title, now))
    await run((tx) => insertFailureActivity(tx, { adminIds: [ada.id], subject: 'jobs', failedAt: now, now }))
    for (const title of ['Last.fm', 'Last.fm', 'jobs']) await stop(title, ada)
    await stop('Last.fm', bea)
    expect((await list()).slice(1)).toEqual([
      'ada < System relay_stopped',
      'ada < System relay_stopped',
      'bea < System relay_stopped',
    ])
    await read()
    await stop('Last.fm', ada)
    expect(await list()).toHaveLength(5)
  })

  test('it announces a report once to each member', async () => {
    const reports = [ada, blocked].map(({ id }) => ({ memberId: id, week: '2026-W47' }))
    for (let round = 0; round < 2; round++) await run((tx) => insertReportActivity(tx, reports, now))
    expect(await list()).toEqual(['ada < System weekly_report', 'blocked < System weekly_report'])
  })
})
