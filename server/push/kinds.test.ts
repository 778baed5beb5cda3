import { expect, test } from 'vitest'
import { describePush, pushKinds } from './kinds.ts'

const entry = {
  id: '1',
  actorId: 2,
  username: 'bo',
  pfpsm: '',
  relatedid: 4,
  timestamp: '2026-11-20T08:00:00.000Z',
  unread: true,
}

test.each([
  ['declined', 'bo declined your Track Swap'],
  ['withdrawn', 'bo withdrew a Track Swap'],
  ['expired', 'bo did not answer in time: your Track Swap has ended'],
  ['deleted', 'bo deleted their account: your Track Swap has ended'],
])('the push of a swap that was %s reads: %s', (subject, title) => {
  expect(describePush('swap_result', { ...entry, kind: 'swap_ended', subject })).toEqual({ title, body: '' })
})

test('the push of a weekly report names no member', () => {
  expect(describePush('weekly_report', { ...entry, kind: 'weekly_report', subject: '2026-W47' })).toEqual({
    title: 'Your week in music is here',
    body: 'What you played, your swaps, and what the people you follow broadcast.',
  })
})

test('a push is useful for one to three days, and only likes and reactions pause', () => {
  const days = Object.values(pushKinds).map(({ ttlSeconds }) => ttlSeconds / 86_400)
  expect(new Set(days)).toEqual(new Set([1, 3]))
  const paused = Object.entries(pushKinds).filter(([, { pauseMs }]) => pauseMs > 0)
  expect(paused.map(([kind, { pauseMs }]) => [kind, pauseMs])).toEqual([
    ['like', 300_000],
    ['play_reaction', 300_000],
  ])
})
