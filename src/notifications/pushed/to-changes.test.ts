import { hashKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { activityQuery } from '#src/activity/queries.ts'
import { conversationQuery, conversationsQuery } from '#src/messages/queries.ts'
import { songSwapsQuery } from '#src/swaps/queries.ts'
import { pushedEntry, pushTo } from '#tests/support/pushes.ts'
import { toChanges } from './to-changes.ts'

const changesOf = (push: ReturnType<typeof pushTo>) =>
  new Map(toChanges('ada', push).map(({ queryKey, add }) => [hashKey(queryKey), add]))
const change = (push: ReturnType<typeof pushTo>, { queryKey }: { queryKey: readonly unknown[] }, response?: unknown) =>
  changesOf(push).get(hashKey(queryKey))?.(response)

const AT = '2026-11-25T08:00:00.000Z'
const message = (id: number) => ({ id, message: 'hi', timestamp: AT, type: 'Incoming' })
const ofActivity = (id: number, kind: string, more: object = {}) =>
  pushTo('ada', { kind, activity: pushedEntry(id, kind, more), message: undefined })
const swap = (id: number, reaction: number | null) => ({
  id,
  initiated_user: 'Bo',
  matched_user: 'ada',
  initiated_reaction: reaction,
  swap_initiated_timestamp: AT,
})

test('a pushed message is in its conversation, in the list of conversations and in the activity', () => {
  const push = pushTo('ada')
  const pushed = { ...message(71), message: 'see you at eight', isPushed: true }
  expect(
    change(push, conversationQuery('ada', 'Bo'), { directMessages: [message(70)], changed: [message(3)] }),
  ).toEqual({
    changed: [message(3)],
    directMessages: [message(70), pushed],
  })
  const before = [
    { conversant: 'cy', lastconversation: '2026-11-24T08:00:00.000Z', unread: 0 },
    { conversant: 'bo', lastconversation: '2026-11-20T08:00:00.000Z', unread: 1 },
  ]
  expect(change(push, conversationsQuery('ada'), { conversations: before })).toEqual({
    conversations: [
      {
        conversant: 'bo',
        lastconversation: AT,
        unread: 2,
        last_message: { ...message(71), message: 'see you at eight' },
      },
      before[0],
    ],
  })
  expect(change(push, activityQuery('ada'), { activity: [] })).toMatchObject({ activity: [{ id: '9' }] })
})

test('what is pushed twice, or was fetched before, changes nothing', () => {
  const push = pushTo('ada')
  for (const { add } of toChanges('ada', push)) expect(add(add(undefined))).toEqual(add(undefined))
})

test('without a stored response there is one of the pushed item', () => {
  expect(change(pushTo('ada'), conversationQuery('ada', 'bo'))).toMatchObject({ directMessages: [{ id: 71 }] })
})

test('an entry of a conversation replaces the one before it, and grouped likes those of their broadcast', () => {
  const messages = { activity: [pushedEntry(8, 'message', { username: 'bo' }), pushedEntry(7, 'follow')] }
  expect(change(ofActivity(9, 'message'), activityQuery('ada'), messages)).toMatchObject({
    activity: [{ id: '9' }, { id: '7' }],
  })
  const likes = {
    activity: [
      pushedEntry(8, 'like', { relatedid: 4 }),
      pushedEntry(7, 'like', { relatedid: 5 }),
      pushedEntry(6, 'like', { relatedid: 4, unread: false }),
    ],
  }
  expect(change(ofActivity(9, 'like', { relatedid: 4, count: 2 }), activityQuery('ada'), likes)).toMatchObject({
    activity: [{ id: '9', count: 2 }, { id: '7' }, { id: '6' }],
  })
})

test('entries that arrive in another order are listed by id, which is that of time', () => {
  const held = { activity: [pushedEntry(9, 'follow'), pushedEntry(7, 'follow')] }
  expect(change(ofActivity(8, 'reply'), activityQuery('ada'), held)).toMatchObject({
    activity: [{ id: '9' }, { id: '8' }, { id: '7' }],
  })
})

test('a pushed swap replaces its former state', () => {
  const push = pushTo('ada', { kind: 'swap_result', message: undefined, swap: swap(4, 5) })
  const held = { songSwaps: [swap(5, null), swap(4, null)] }
  expect(change(push, songSwapsQuery('ada'), held)).toMatchObject({
    songSwaps: [{ id: 5 }, { id: 4, initiated_reaction: 5 }],
  })
})
