import { expect, test } from 'vitest'
import { setLike } from '#src/broadcasts/senders.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { actions } from '#src/session/senders.ts'
import { actIn, pendingActs } from '#tests/support/pending-actions.ts'
import { silentActs } from './silent-acts.ts'
import { stripText } from './strip-text.ts'

/** Returns the entry of a like with a status. */
function entryIn(status: Entry['status']): Entry {
  const act = actIn(status === 'parked' ? 'parked' : 'queued', [
    setLike,
    { user: 'ada', broadcastId: 1, isLiked: true },
  ])
  const pending = pendingActs(act)
  const [found] = [...pending.of(setLike), ...pending.parked(setLike)]
  if (!found) throw new Error('the act was not found')
  return { ...found.entry, status }
}
const calm = {
  isReachable: true,
  isSlow: false,
  isOutdated: false,
  paused: undefined,
  isSuspended: false,
  entries: [],
  feedFrom: undefined,
}
const eightTwelve = new Date(2026, 10, 19, 8, 12).getTime()

test('nothing is said while all is well, nor between a tap and its answer', () => {
  expect(stripText(calm)).toBeUndefined()
  expect(stripText({ ...calm, entries: [entryIn('queued'), entryIn('sending'), entryIn('acked')] })).toBeUndefined()
})

test('without a connection it says since when the feed is from and how many actions wait', () => {
  const said = stripText({
    ...calm,
    isReachable: false,
    entries: [entryIn('waiting'), entryIn('queued')],
    feedFrom: eightTwelve,
  })
  expect(said?.text).toMatch(/^Offline\. Showing your feed from .*\b8:12\. 2 actions waiting to send\.$/)
  expect(said?.leadsTo).toBe('outbox')
  expect(stripText({ ...calm, isReachable: false })).toEqual({ text: 'Offline.', leadsTo: undefined })
})

test('what had to wait, or was refused, is said with a connection too', () => {
  expect(stripText({ ...calm, entries: [entryIn('waiting')] })?.text).toBe('1 action waiting to send.')
  expect(stripText({ ...calm, entries: [entryIn('parked'), entryIn('parked')] })?.text).toBe(
    '2 actions could not be sent.',
  )
})

test('a suspension explains why actions are not sent', () => {
  const entries = [entryIn('waiting'), entryIn('queued')]
  expect(stripText({ ...calm, isSuspended: true, entries })).toEqual({
    text: 'Your account is suspended. 2 actions stored until it ends.',
    leadsTo: 'outbox',
  })
  expect(stripText({ ...calm, isSuspended: true })).toBeUndefined()
})

test('a session that has ended asks to sign in, whatever the connection', () => {
  const entries = [entryIn('waiting'), entryIn('queued'), entryIn('queued')]
  expect(stripText({ ...calm, isReachable: false, paused: 'signed-out', entries })).toEqual({
    text: 'Signed out: sign in to send 3 actions.',
    leadsTo: 'login',
  })
  expect(stripText({ ...calm, paused: 'signed-out' })?.text).toBe('Signed out: sign in again.')
  expect(stripText({ ...calm, paused: 'wrong-member', entries })?.text).toContain(
    'sign in again to send 3 actions'.replace('sign', 'Sign'),
  )
})

test('what the app does by itself is neither counted as waiting nor called failed', () => {
  const silent = [...actions.values()].filter(({ isSilent }) => isSilent === true).map(({ name }) => name)
  expect(silentActs.toSorted()).toEqual(silent.toSorted())
  const entries = silent.flatMap((action) => [
    { ...entryIn('waiting'), action },
    { ...entryIn('parked'), action },
  ])
  expect(stripText({ ...calm, entries })).toBeUndefined()
  expect(stripText({ ...calm, isReachable: false, entries })?.text).toBe('Offline.')
})
