import { expect, test } from 'vitest'
import { describeActivity } from '#contract/activity/texts.ts'
import { formatActivity } from './format-activity.ts'

const event = (kind: string, subject = '') => ({ kind, subject })

test.each([
  [2, 'and 1 other liked your broadcast: Night Bus'],
  [12, 'and 11 others liked your broadcast: Night Bus'],
])('likes of one broadcast by %i members are one sentence', (count, sentence) => {
  expect(formatActivity(describeActivity({ ...event('like', 'Night Bus'), count })).join('')).toBe(sentence)
})

test.each([
  ['reply', 'so true', 'replied to your broadcast: so true'],
  ['reply', '', 'replied to your broadcast.'],
  ['mention', 'hear this @ada', 'mentioned you: hear this @ada'],
  ['weekly_report', '2026-W47', 'Your week in music is here.'],
  ['relay_stopped', 'Last.fm', 'Your scrobbles no longer reach Last.fm.'],
  ['server_failure', 'backup', 'The last backup of the server failed.'],
  ['server_failure', 'jobs', 'A background job of the server failed.'],
  ['server_failure', 'of a newer server', 'Something failed on the server.'],
  ['like', 'Night Bus', 'liked your broadcast: Night Bus'],
  ['like', '', 'liked your broadcast.'],
  ['follow', '', 'follows you.'],
  ['message', 'unfair', 'wrote: unfair'],
  ['swap_invite', 'Night Bus by Lamplight Parade', 'sent you a Track Swap: Night Bus by Lamplight Parade'],
  ['swap_answer', 'Salt Flats by The Quiet Meridian', 'responded to your Track Swap: Salt Flats by The Quiet Meridian'],
  ['swap_result', '5', 'gave your track a 5.'],
  ['swap_ended', 'declined', 'declined your Track Swap.'],
  ['swap_ended', 'deleted', 'deleted their account: your Track Swap has ended.'],
  ['swap_share', 'asked', 'wants to share the results of your Track Swap.'],
  ['swap_share', 'agreed', 'and you share the results of your Track Swap.'],
  ['swap_ended', 'of a newer server', 'ended a Track Swap.'],
  ['of a newer server', 'waved at you', 'waved at you'],
])('%s of "%s" reads: %s', (kind, subject, sentence) => {
  expect(formatActivity(describeActivity(event(kind, subject))).join('')).toBe(sentence)
})
