import { expect, test } from 'vitest'
import { shownRows } from '#src/cache/hidden-row.ts'
import { pendingActions } from '#tests/support/pending-actions.ts'
import { overlayActivity } from './overlay.ts'
import { markActivityRead } from './senders.ts'

/** Ids in time order. */
const [A, B, C] = ['1764158400000000.0000000009', '1764158400000001.0000000002', '1764158400000001.0000000010']

const happened = (id: string, unread = true) => ({
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
  const pending = pendingActions([markActivityRead, { user: 'ada', upTo: B }])
  const laid = shownRows(overlayActivity([happened(C), happened(B), happened(A, false)], pending))
  expect(laid.map((it) => it.unread)).toEqual([true, false, false])
  expect(overlayActivity(laid, pending)).toEqual(laid)
})

test('the mark of a former version, a number, leaves later entries new', () => {
  const pending = pendingActions([markActivityRead, { user: 'ada', upTo: 9 }])
  expect(shownRows(overlayActivity([happened(A)], pending)).map((it) => it.unread)).toEqual([true])
})
