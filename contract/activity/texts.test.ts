import { expect, test } from 'vitest'
import { type ActivityKind, activityKinds } from './kinds.ts'
import { findTarget } from './targets.ts'
import { describeActivity } from './texts.ts'

const text = (kind: string, subject = '', count?: number) => describeActivity({ kind, subject, count }).text

test.each<[ActivityKind, string, string]>([
  ['message', 'hello', 'wrote'],
  ['message', '', 'sent you a message'],
  ['swap_result', '5', 'gave your track a 5'],
  ['swap_result', '', 'rated your track'],
  ['swap_ended', 'expired', 'did not answer in time: your Track Swap has ended'],
  ['swap_ended', 'by a newer server', 'ended a Track Swap'],
  ['swap_share', 'agreed', 'and you share the results of your Track Swap'],
  ['swap_share', 'asked', 'wants to share the results of your Track Swap'],
  ['server_failure', 'jobs', 'A background job of the server failed'],
  ['server_failure', 'by a newer server', 'Something failed on the server'],
])('the text of %s with the subject %j is %j', (kind, subject, expected) => {
  expect(text(kind, subject)).toBe(expected)
})

test('a like names the other members by their number', () => {
  const like = (count?: number) => text('like', 'Rain', count)
  expect([undefined, 1, 2, 3].map(like)).toEqual([
    'liked your broadcast',
    'liked your broadcast',
    'and 1 other liked your broadcast',
    'and 2 others liked your broadcast',
  ])
})

test('only texts by System are complete without a member', () => {
  const complete = activityKinds.filter((kind) => describeActivity({ kind, subject: '' }).isComplete)
  expect(complete).toEqual(['weekly_report', 'server_failure', 'relay_stopped'])
})

test('the kind of a newer server is described by its subject, and leads to the member', () => {
  expect(describeActivity({ kind: 'newer', subject: 'Something new' })).toEqual({ text: '', detail: 'Something new' })
  expect(findTarget({ kind: 'newer', relatedid: 4 })).toBe('profile')
})

test('an entry leads to its broadcast or swap, and to the member without one', () => {
  const targets = (relatedid: number | null) =>
    (['like', 'swap_result', 'message', 'follow'] as const).map((kind) => findTarget({ kind, relatedid }))
  expect(targets(4)).toEqual(['broadcast', 'swap', 'conversation', 'profile'])
  expect(targets(null)).toEqual(['profile', 'profile', 'conversation', 'profile'])
})
