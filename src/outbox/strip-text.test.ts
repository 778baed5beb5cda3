import { expect, test } from 'vitest'
import { setLike } from '#src/broadcasts/senders.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { actions } from '#src/session/senders.ts'
import { actionIn, pendingActions } from '#tests/support/pending-actions.ts'
import { silentActions } from './silent-actions.ts'
import { type StripState, stripText } from './strip-text.ts'

/** Returns the entry for a like with a status. */
function entryIn(status: Entry['status']): Entry {
  const entries = actionIn(status === 'parked' ? 'parked' : 'queued', [
    setLike,
    { user: 'ada', broadcastId: 1, isLiked: true },
  ])
  const pending = pendingActions(entries)
  const [found] = [...pending.of(setLike), ...pending.parked(setLike)]
  if (!found) throw new Error('the entry was not found')
  return { ...found.entry, status }
}
const calm: StripState = {
  isReachable: true,
  isSlow: false,
  outdated: undefined,
  paused: undefined,
  isSuspended: false,
  entries: [],
  feedFrom: undefined,
}
const eightTwelve = new Date(2026, 10, 19, 8, 12).getTime()
const textOf = (state: Partial<StripState>) => stripText({ ...calm, ...state })?.text

test('nothing is said while all is well, nor between a tap and its answer', () => {
  expect(stripText(calm)).toBeUndefined()
  expect(stripText({ ...calm, feedFrom: eightTwelve })).toBeUndefined()
  expect(stripText({ ...calm, entries: [entryIn('queued'), entryIn('sending'), entryIn('acked')] })).toBeUndefined()
})

// Every connection state with every state for content and actions.
const connections = [
  ['no connection', { isReachable: false }, 'Offline.'],
  ['a slow connection', { isSlow: true }, 'Waiting for the server.'],
  ['a portal or 5xx', { outdated: 'failed' }, 'The server has a problem.'],
  ['a limit', { outdated: 'limited' }, 'Too many requests.'],
  ['a connection', {}, undefined],
] as const
const contents = [
  ['the feed', { feedFrom: eightTwelve }, /^Feed from (?:19 Nov, )?8:12\.$/],
  ['another screen', {}, undefined],
] as const
const actionStates = [
  ['no action', [], []],
  ['a delayed action', ['waiting'], ['1 action waiting to send.']],
  ['a delayed action and one behind it', ['waiting', 'queued'], ['2 actions waiting to send.']],
  ['refused actions', ['parked', 'parked'], ['2 actions could not be sent.']],
  ['both', ['waiting', 'parked'], ['1 action waiting to send.', '1 action could not be sent.']],
] as const

const combinations = connections.flatMap((connection) =>
  contents.flatMap((content) => actionStates.map((actions) => [connection, content, actions] as const)),
)

test.each(
  combinations.map(([connection, content, actions]) => ({
    name: `${connection[0]}, ${content[0]}, ${actions[0]}`,
    connection,
    content,
    actions,
  })),
)('the strip states every fact: $name', ({ connection, content, actions }) => {
  const [, connected, trouble] = connection
  const [, shown, since] = content
  const [, statuses, unsent] = actions
  const said = stripText({ ...calm, ...connected, ...shown, entries: statuses.map(entryIn) })
  const sentences = said?.text.split(/(?<=\.) /) ?? []
  const isOutdated = 'outdated' in connected
  const expected = [
    ...(trouble === undefined ? [] : [trouble]),
    ...(isOutdated ? ['Showing what was loaded before.'] : since && trouble ? [expect.stringMatching(since)] : []),
    ...unsent,
  ]
  expect(sentences).toEqual(expected)
  const leadsTo = [...(isOutdated ? ['retry'] : []), ...(unsent.length > 0 ? ['outbox'] : [])]
  expect(said?.leadsTo ?? []).toEqual(leadsTo)
})

test('without a connection actions that were never tried are counted too', () => {
  const entries = [entryIn('queued'), entryIn('sending')]
  expect(textOf({ isReachable: false, entries })).toBe('Offline. 2 actions waiting to send.')
  expect(textOf({ outdated: 'failed', entries })).toBe('The server has a problem. Showing what was loaded before.')
})

test('a suspension explains why actions are not sent', () => {
  const entries = [entryIn('waiting'), entryIn('queued')]
  expect(stripText({ ...calm, isSuspended: true, entries })).toEqual({
    text: 'Your account is suspended. 2 actions stored until it ends.',
    leadsTo: ['outbox'],
  })
  expect(textOf({ isSuspended: true })).toBeUndefined()
  expect(textOf({ isSuspended: true, isReachable: false, entries: [...entries, entryIn('parked')] })).toBe(
    'Offline. Your account is suspended. 2 actions stored until it ends. 1 action could not be sent.',
  )
})

test('a session that has ended prompts to sign in, in every state of the connection', () => {
  const entries = [entryIn('waiting'), entryIn('queued'), entryIn('queued')]
  const signedOut = { paused: 'signed-out', entries } as const
  expect(stripText({ ...calm, ...signedOut })).toEqual({
    text: 'Signed out: sign in to send 3 actions.',
    leadsTo: ['login'],
  })
  expect(stripText({ ...calm, ...signedOut, outdated: 'failed' })).toEqual({
    text: 'The server has a problem. Showing what was loaded before. Signed out: sign in to send 3 actions.',
    leadsTo: ['retry', 'login'],
  })
  expect(textOf({ ...signedOut, isReachable: false, feedFrom: eightTwelve })).toMatch(
    /^Offline\. Feed from .*8:12\. Signed out: sign in to send 3 actions\.$/,
  )
  expect(textOf({ paused: 'signed-out' })).toBe('Signed out: sign in again.')
  expect(textOf({ paused: 'wrong-member', entries })).toContain('Sign in again to send 3 actions.')
  expect(textOf({ paused: 'wrong-member' })).toBe('Another member is signed in to the server. Sign in again.')
})

test('what the app does by itself is neither counted as waiting nor called failed', () => {
  const silent = [...actions.values()].filter(({ isSilent }) => isSilent === true).map(({ name }) => name)
  expect(silentActions.toSorted()).toEqual(silent.toSorted())
  const entries = silent.flatMap((action) => [
    { ...entryIn('waiting'), action },
    { ...entryIn('parked'), action },
  ])
  expect(stripText({ ...calm, entries })).toBeUndefined()
  expect(stripText({ ...calm, isReachable: false, entries })?.text).toBe('Offline.')
})
