import { expect, test } from 'vitest'
import { markActivityRead } from '#src/activity/senders.ts'
import { removeBroadcast } from '#src/broadcasts/senders.ts'
import { markRead } from '#src/messages/senders.ts'
import { declineSwap, rateSwap } from '#src/swaps/senders.ts'
import { ackedAt, pendingActions } from '#tests/support/pending-actions.ts'
import { overlayStatus } from './overlay-status.ts'

const status = {
  viewer: 'ada',
  newest_broadcast: 7,
  unread_messages: 5,
  unread_from: [
    { username: 'Bo', unread: 2 },
    { username: 'cy', unread: 3 },
  ],
  swaps_waiting: 2,
  waiting_swaps: [{ id: 4 }, { id: 6 }],
  unread_activity: 3,
  is_suspended: false,
}
const readBo = [markRead, { user: 'ada', sender: 'bo', upTo: 7 }] as const

test('pending reads, marks and ratings reduce the counts of the status', () => {
  const pending = pendingActions(
    readBo,
    [rateSwap, { user: 'ada', swapId: 4, reaction: 5 }],
    [markActivityRead, { user: 'ada', upTo: 9 }],
  )
  expect(overlayStatus(status, pending)).toEqual({
    ...status,
    unread_messages: 3,
    unread_from: [{ username: 'cy', unread: 3 }],
    swaps_waiting: 1,
    waiting_swaps: [{ id: 6 }],
    unread_activity: 0,
  })
})

test('a declined swap is not waiting, and one that was rated and declined counts once', () => {
  const declined = [declineSwap, { user: 'ada', swapId: 4 }] as const
  expect(overlayStatus(status, pendingActions(declined)).swaps_waiting).toBe(1)
  const both = pendingActions([rateSwap, { user: 'ada', swapId: 4, reaction: 5 }], declined)
  expect(overlayStatus(status, both).swaps_waiting).toBe(1)
})

test('a newest broadcast that is being deleted is not new', () => {
  const remove = (broadcastId: number) => pendingActions([removeBroadcast, { user: 'ada', broadcastId, title: 'Loud' }])
  expect(overlayStatus(status, remove(7)).newest_broadcast).toBeNull()
  expect(overlayStatus(status, remove(6)).newest_broadcast).toBe(7)
})

test('a status requested after the acknowledgement is unchanged', () => {
  expect(overlayStatus(status, pendingActions(ackedAt(2, readBo), 2))).toEqual(status)
})

test('what the status does not name changes no count', () => {
  const { unread_from: _from, waiting_swaps: _ids, ...unnamed } = status
  const pending = pendingActions(readBo, [rateSwap, { user: 'ada', swapId: 4, reaction: 5 }])
  expect(overlayStatus(unnamed, pending)).toMatchObject({ unread_messages: 5, swaps_waiting: 2 })
  const contained = {
    ...status,
    unread_messages: 3,
    unread_from: [{ username: 'cy', unread: 3 }],
    waiting_swaps: [{ id: 6 }, { id: 7 }],
  }
  expect(overlayStatus(contained, pending)).toEqual(contained)
})
