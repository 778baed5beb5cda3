import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getWeeklyReport } from '#contract/recaps/recap.ts'
import { setBlock } from '#src/accounts/senders.ts'
import { pendingActions } from '#tests/support/pending-actions.ts'
import { overlayReport } from './overlay.ts'

const row = (id: number, username: string) => ({
  id,
  username,
  track: 'T',
  artist: 'A',
  timestamp: '2026-11-20T12:00:00Z',
})
const report = v.parse(getWeeklyReport.response, {
  period: '2026-W47',
  from: '2026-11-16',
  until: '2026-11-22',
  days: [],
  hours: [],
  top_artists: [],
  top_tracks: [],
  top_albums: [],
  top_new_artists: [],
  movers: [],
  rediscovered_tracks: [],
  friends_broadcasts: 12,
  friends: 3,
  top_broadcasts: [row(1, 'bo'), row(2, 'cleo'), row(3, 'bo')],
})
const block = (other: string) => pendingActions([setBlock, { user: 'ada', other, isBlocked: true }])

test('broadcasts of a member that was just blocked are hidden and not counted', () => {
  const shown = overlayReport(report, block('bo'))
  expect(shown).toMatchObject({ friends_broadcasts: 10, friends: 2, top_broadcasts: [{ username: 'cleo' }] })
  expect(overlayReport(report, block('dan'))).toBe(report)
})
