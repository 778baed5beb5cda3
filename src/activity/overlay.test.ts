import { expect, test } from 'vitest'
import { shownRows } from '#src/cache/hidden-row.ts'
import { pendingActs } from '#tests/support/pending-actions.ts'
import { overlayActivity } from './overlay.ts'
import { markActivityRead } from './senders.ts'

const happened = (id: number, unread = true) => ({
  id,
  kind: 'follow',
  username: 'bo',
  pfpsm: '',
  relatedid: null,
  subject: '',
  timestamp: '2026-11-20T08:00:00.000Z',
  unread,
})

test('shown entries are no longer new, later ones still are', () => {
  const pending = pendingActs([markActivityRead, { user: 'ada', upTo: 2 }])
  const laid = shownRows(overlayActivity([happened(3), happened(2), happened(1, false)], pending))
  expect(laid.map((it) => it.unread)).toEqual([true, false, false])
  expect(overlayActivity(laid, pending)).toEqual(laid)
})
