import { expect, test } from 'vitest'
import type { Reply } from '#contract/broadcasts/replies.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import { ackedAt, actionIn, pendingActions } from '#tests/support/pending-actions.ts'
import { overlayBroadcasts } from '../overlay.ts'
import { editReply, removeReply, sendReply } from '../senders.ts'
import { overlayReplies } from './overlay.ts'

const FIRST = '00000000-0000-4000-8000-000000000001'
const reply = (id: number, more: Partial<Reply> = {}): Reply => ({
  id,
  user: 'bo',
  text: `text ${id}`,
  timestamp: '',
  edited: false,
  pfpsm: '',
  mentions: [],
  hidden: false,
  client_id: undefined,
  ...more,
})
const own = { user: 'ada', broadcastId: 7 }
const send = (text: string) => [sendReply, { ...own, text }] as const
const show = (replies: readonly Reply[] | null, ...actions: Parameters<typeof pendingActions>) =>
  shownRows(overlayReplies(7, replies, pendingActions(...actions)) ?? [])
const texts = (...args: Parameters<typeof show>) => show(...args).map(({ text }) => text)

test('replies that are not sent yet are above the newest, in the order of writing', () => {
  expect(texts([reply(3)], send('one'), send('two'))).toEqual(['two', 'one', 'text 3'])
  expect(texts([], [sendReply, { ...own, broadcastId: 8, text: 'elsewhere' }])).toEqual([])
})

test('an acknowledged reply is shown once, whether the response contains it or not', () => {
  const acked = ackedAt(5, send('one'), 9)
  expect(texts([], acked, 4)).toEqual(['one'])
  expect(texts([reply(9, { text: 'one' })], acked, 4)).toEqual(['one'])
  expect(texts([reply(9, { text: 'one', client_id: FIRST })], acked, 4)).toEqual(['one'])
  expect(texts([], acked, 5)).toEqual([])
})

test('a refused reply is shown as failed, also when the broadcast is gone', () => {
  const refused = actionIn('parked', send('one'))
  expect(show([], refused)).toMatchObject([{ text: 'one', failed: { status: 'parked' } }])
  expect(show(null, refused)).toMatchObject([{ text: 'one' }])
  expect(overlayReplies(7, null, pendingActions())).toBeNull()
})

test('a change applies to the reply with its id, or to the one that its entry creates', () => {
  expect(show([reply(3)], [editReply, { ...own, replyId: 3, text: 'better' }])).toMatchObject([
    { text: 'better', edited: true, editWaiting: { status: 'queued' } },
  ])
  const edit = [editReply, { ...own, madeBy: FIRST, text: 'better' }] as const
  expect(texts([], actionIn('sending', send('one')), edit)).toEqual(['better'])
  expect(texts([reply(9, { client_id: FIRST })], ackedAt(5, send('one'), 9), edit, 6)).toEqual(['better'])
  expect(show([reply(3)], actionIn('parked', [editReply, { ...own, replyId: 3, text: 'late' }]))).toMatchObject([
    { text: 'text 3', editFailed: { text: 'late' } },
  ])
})

test('a deleted reply is hidden by its id, or by the entry that creates it', () => {
  expect(texts([reply(4), reply(3)], [removeReply, { ...own, replyId: 4 }])).toEqual(['text 3'])
  expect(texts([], actionIn('sending', send('one')), [removeReply, { ...own, madeBy: FIRST }])).toEqual([])
})

test('the number of replies changes with pending ones, applied once or twice', () => {
  const broadcast = { id: 7, replies: 2, likes: 0, isLiked: false } as Parameters<typeof overlayBroadcasts>[0][number]
  const pending = pendingActions(send('one'), send('two'), [removeReply, { ...own, replyId: 4 }])
  const once = overlayBroadcasts([broadcast], pending)
  expect(once).toMatchObject([{ replies: 2, newReplies: 1 }])
  expect(overlayBroadcasts(once, pending)).toEqual(once)
})
