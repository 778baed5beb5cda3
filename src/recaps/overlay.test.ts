import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getWeeklyReport } from '#contract/recaps/recap.ts'
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
const without = (other: string) => ({
  of: (action: { name: string }) => (action.name.includes('ute') ? [] : [{ user: 'ada', other, isBlocked: true }]),
})

test('broadcasts of a member that was just blocked are hidden and not counted', () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- the pending actions of a test.
  const shown = overlayReport(report, without('bo') as any)
  expect(shown).toMatchObject({ friends_broadcasts: 10, friends: 2, top_broadcasts: [{ username: 'cleo' }] })
  // oxlint-disable-next-line typescript/no-explicit-any -- the pending actions of a test.
  expect(overlayReport(report, without('dan') as any)).toBe(report)
})
