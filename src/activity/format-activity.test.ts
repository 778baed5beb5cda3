import { expect, test } from 'vitest'
import { formatActivity } from './format-activity.ts'

const happened = (kind: string, subject = '') => ({
  id: '1',
  kind,
  username: 'bo',
  pfpsm: '',
  relatedid: 4,
  subject,
  timestamp: '2026-11-20T08:00:00.000Z',
  unread: true,
})

test.each([
  [2, 'and 1 other like your broadcast of Night Bus.'],
  [12, 'and 11 others like your broadcast of Night Bus.'],
])('likes of one broadcast by %i members are one sentence', (count, sentence) => {
  expect(formatActivity({ ...happened('like', 'Night Bus'), count })).toBe(sentence)
})

test.each([
  ['reply', 'so true', 'replied: so true'],
  ['reply', '', 'replied to your broadcast.'],
  ['mention', 'hear this @ada', 'mentioned you: hear this @ada'],
  ['weekly_report', '2026-W47', 'Your week in music is here.'],
  ['like', 'Night Bus', 'likes your broadcast of Night Bus.'],
  ['like', '', 'likes your broadcast.'],
  ['follow', '', 'follows you.'],
  ['message', 'unfair', 'wrote: unfair'],
  ['swap_invite', 'Night Bus by Lamplight Parade', 'sent you a Track Swap: Night Bus by Lamplight Parade.'],
  ['swap_answer', 'Salt Flats by The Quiet Meridian', 'has responded with Salt Flats by The Quiet Meridian.'],
  ['swap_result', '5', 'gave your track a 5.'],
  ['swap_ended', 'declined', 'declined your Track Swap.'],
  ['swap_share', 'asked', 'wants to share the results of your Track Swap.'],
  ['swap_share', 'agreed', 'and you share the results of your Track Swap.'],
  ['swap_ended', 'of a newer server', 'ended a Track Swap.'],
  ['of a newer server', 'waved at you', 'waved at you'],
])('%s of "%s" reads: %s', (kind, subject, sentence) => {
  expect(formatActivity(happened(kind, subject))).toBe(sentence)
})
