import * as v from 'valibot'
import { expect, test } from 'vitest'
import { defineAction } from './action.ts'
import { ENTRY_VERSION, type Entry } from './entry.ts'
import { NEVER, pendingOver } from './pending.ts'

const like = defineAction({
  name: 'test.like',
  args: v.object({ id: v.number(), isOn: v.boolean() }),
  formerFormats: { 'test.unlike': { isOn: false } },
  lane: ({ id }) => `like-${id}`,
})

let seq = 0
const liked = (more: Partial<Entry> = {}): Entry => ({
  v: ENTRY_VERSION,
  seq: ++seq,
  client_id: `id-${seq}`,
  action: like.name,
  args: { id: 7, isOn: true },
  lane: 'like-7',
  status: 'queued',
  attempts: 0,
  createdAt: 1000,
  ...more,
})

const over = (entries: Entry[], requested = { requestedAtRev: 3, requestedAt: 2000 }) =>
  pendingOver({ meta: { rev: 5, seq }, entries }, requested)

test.for(['queued', 'sending', 'waiting'] as const)('an action that is %s is applied to a response', (status) => {
  expect(over([liked({ status })]).of(like)).toMatchObject([{ id: 7, isOn: true }])
})

test('an acknowledged action is applied only to a response that was requested before its acknowledgement', () => {
  const acked = [3, 4, undefined].map((ackedRev) => liked({ status: 'acked', ackedRev }))
  expect(
    over(acked)
      .of(like)
      .map(({ entry }) => entry),
  ).toEqual(acked.slice(1))
  expect(over(acked, NEVER).of(like)).toHaveLength(3)
})

test('a dropped action had no effect and is not applied, and a parked one is shown as failed only', () => {
  const failure = { sentence: 'It no longer exists.' }
  const pending = over([
    liked({ status: 'acked', ackedRev: 9, failure }),
    liked({ status: 'parked', failure, args: { id: 8, isOn: true } }),
  ])
  expect(pending.of(like)).toEqual([])
  expect(pending.parked(like)).toMatchObject([{ id: 8 }])
})

test('an action in the format of an earlier build is applied with the arguments that its name implies', () => {
  expect(over([liked({ action: 'test.unlike', args: { id: 7 } })]).of(like)).toMatchObject([{ id: 7, isOn: false }])
})

test('another action, and one whose arguments cannot be read, is not applied', () => {
  expect(over([liked({ action: 'test.other' }), liked({ args: 'seven' })]).of(like)).toEqual([])
})

test('a response lacks an action for certain if it arrived before the first attempt, or if there was none', () => {
  const isAbsent = (entry: Entry, receivedAt?: number) =>
    over([entry], { requestedAtRev: 3, requestedAt: 2000, ...(receivedAt !== undefined && { receivedAt }) }).of(like)[0]
      ?.isAbsent
  expect(isAbsent(liked())).toBe(true)
  const attempted = liked({ status: 'waiting', attempts: 1, attemptedAt: 2500 })
  expect([2499, 2500].map((receivedAt) => isAbsent(attempted, receivedAt))).toEqual([true, false])
  // A response of an earlier build has no time of arrival: it counts as arrived when it was requested.
  expect(isAbsent(attempted)).toBe(true)
  expect(isAbsent(liked({ status: 'waiting', attempts: 1, attemptedAt: 1500 }))).toBe(false)
  expect(isAbsent(liked({ status: 'waiting', attempts: 1 }))).toBe(false)
})

test('a lane is remembered while the outbox lists it', () => {
  const pending = pendingOver({ meta: { rev: 0, seq: 0, remembered: ['like-7'] }, entries: [] }, NEVER)
  expect(['like-7', 'like-8'].map(pending.isRemembered)).toEqual([true, false])
  expect(over([]).isRemembered('like-7')).toBe(false)
})
