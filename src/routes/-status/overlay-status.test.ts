import { expect, test } from 'vitest'
import { markActivityRead } from '#src/activity/senders.ts'
import { markRead } from '#src/messages/senders.ts'
import { declineSwap, rateSwap } from '#src/swaps/senders.ts'
import { ackedAt, pendingActs } from '#tests/support/pending-actions.ts'
import { overlayStatus } from './overlay-status.ts'

const status = {
  viewer: 'ada',
  newest_broadcast: 7,
  unread_messages: 5,
  swaps_waiting: 2,
  unread_activity: 3,
  is_suspended: false,
}
const withBo = [
  { conversant: 'Bo', lastconversation: '2026-11-20T08:00:00.000Z', unread: 2 },
  { conversant: 'cy', lastconversation: '2026-11-20T08:00:00.000Z', unread: 3 },
]
const readBo = [markRead, { user: 'ada', sender: 'bo', upTo: 7 }] as const

test('pending reads, marks and ratings reduce the counts of the status', () => {
  const pending = pendingActs(
    readBo,
    [rateSwap, { user: 'ada', swapId: 4, reaction: 5 }],
    [markActivityRead, { user: 'ada', upTo: 9 }],
  )
  expect(overlayStatus(status, withBo, pending)).toEqual({
    ...status,
    unread_messages: 3,
    swaps_waiting: 1,
    unread_activity: 0,
  })
})

test('a declined swap is not waiting, and one that was rated and declined counts once', () => {
  const declined = [declineSwap, { user: 'ada', swapId: 4 }] as const
  expect(overlayStatus(status, withBo, pendingActs(declined)).swaps_waiting).toBe(1)
  const both = pendingActs([rateSwap, { user: 'ada', swapId: 4, reaction: 5 }], declined)
  expect(overlayStatus(status, withBo, both).swaps_waiting).toBe(1)
})

test('a status requested after the acknowledgement is unchanged', () => {
  expect(overlayStatus(status, withBo, pendingActs(ackedAt(2, readBo), 2))).toEqual(status)
})

test('no count of the status falls below 0', () => {
  expect(overlayStatus({ ...status, unread_messages: 1 }, withBo, pendingActs(readBo)).unread_messages).toBe(0)
})
