import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NoConnection, Refused, ServerError } from '#src/api/errors.ts'
import { openKeyValueStore } from '../device/idb.ts'
import { NotStored } from '../device/not-stored.ts'
import { type AnySender, defineSender, type Sent } from '../outbox/action.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { createOutboxStore, type OutboxStore } from '../outbox/outbox-store.ts'
import { createUnstoredSender } from './send-unstored.ts'

const FULL = 'This device has no space left to keep this. Free some space and try again.'
const lost = () => new NoConnection('network')

/** A device that is full from `fill` on, and a server that executes each `client_id` once. */
function aDevice({ isRepeatable = false } = {}) {
  const executed: string[] = []
  const known = new Set<string>()
  const requested: string[] = []
  const failures: (Error | 'answer lost')[] = []
  const state = { isFull: false, isWorking: true, isCurrent: true, refetches: 0 }
  let ids = 0
  const note = defineSender({
    name: 'test.note',
    args: v.object({ lane: v.string(), text: v.string() }),
    lane: ({ lane }) => lane,
    isRepeatable,
    outcomes: { already_liked: 'done' },
    send: async (_call, { text }, client_id): Promise<Sent> => {
      requested.push(`${text} ${client_id}`)
      const failure = failures.shift()
      if (failure instanceof Error) throw failure
      if (!known.has(client_id)) executed.push(text)
      known.add(client_id)
      if (failure !== undefined) throw lost()
      return { id: 7, client_id }
    },
    label: () => 'Note',
  })
  const whole = createOutboxStore(openKeyValueStore(`unstored-${Math.random()}`, { durability: 'strict' }))
  const store: OutboxStore = {
    load: () => whole.load(),
    transact: (steps) =>
      state.isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : whole.transact(steps),
  }
  const outbox = createOutbox({
    store,
    now: () => 1,
    uuid: () => `id-${++ids}`,
    announce: () => {},
    freeSpace: async () => {},
    sendUnstored: (entry, cause) => sendUnstored(entry, cause),
  })
  const sendUnstored = createUnstoredSender({
    outbox,
    actions: new Map<string, AnySender>([[note.name, note]]),
    call: () => Promise.reject(new Error('the note calls nothing')),
    isWorking: () => state.isWorking,
    isCurrent: async () => state.isCurrent,
    onSent: () => state.refetches++,
    signal: new AbortController().signal,
  })
  const keep = (text: string, lane = 'one') => outbox.dispatch(note, { lane, text })
  const sentenceOf = (keeping: Promise<unknown>) =>
    keeping.then(
      () => 'sent',
      (error: unknown) => (error instanceof NotStored ? error.sentence : String(error)),
    )
  return { outbox, note, state, executed, requested, failures, keep, sentenceOf }
}

test('a full device with a connection sends directly, and nothing is stored', async () => {
  const { state, keep, executed, outbox } = aDevice()
  state.isFull = true
  expect(await keep('a')).toMatchObject({ status: 'acked', madeId: 7 })
  expect([executed, outbox.snapshot().entries, state.refetches]).toEqual([['a'], [], 1])
})

test('after a lost response the text stays, and the same text again is not sent twice', async () => {
  const { state, keep, executed, failures, requested, outbox, sentenceOf } = aDevice()
  await outbox.trustHost()
  state.isFull = true
  failures.push('answer lost')
  expect(await sentenceOf(keep('a'))).toMatch(/may have been sent: send it again, it is not sent twice/)
  expect(await sentenceOf(keep('a'))).toBe('sent')
  expect(executed).toEqual(['a'])
  expect(new Set(requested).size).toBe(1)
  await keep('a') // written a second time on purpose
  expect(executed).toEqual(['a', 'a'])
})

test('another action of the lane follows one in doubt only once the server has responded to that', async () => {
  const { state, keep, executed, failures, outbox, sentenceOf } = aDevice()
  await outbox.trustHost()
  state.isFull = true
  failures.push(lost(), lost())
  await sentenceOf(keep('a'))
  expect(await sentenceOf(keep('b'))).toMatch(/This was not sent\. Try again\.$/)
  expect(executed).toEqual([])
  expect(await sentenceOf(keep('b'))).toBe('sent')
  expect(executed).toEqual(['a', 'b'])
})

test('actions of one lane are sent in their order, also at once', async () => {
  const { state, keep, executed } = aDevice()
  state.isFull = true
  await Promise.all([keep('a'), keep('b'), keep('c')])
  expect(executed).toEqual(['a', 'b', 'c'])
})

test('on a host that does not deduplicate a lost response asks to check before it is sent again', async () => {
  const { state, keep, failures, sentenceOf } = aDevice()
  state.isFull = true
  failures.push(new ServerError(502, ''))
  expect(await sentenceOf(keep('a'))).toMatch(/^It may have been sent: .* Check before you send it again\.$/)
})

test('a refusal is shown in its own words, unless it means that the effect exists', async () => {
  const { state, keep, failures, sentenceOf } = aDevice()
  state.isFull = true
  failures.push(
    new Refused(404, '', { sentence: 'This member is gone.', code: 'not_found' }),
    new Refused(409, '', { sentence: 'Liked', code: 'already_liked' }),
  )
  expect(await sentenceOf(keep('a'))).toBe('This member is gone.')
  expect(await sentenceOf(keep('b'))).toBe('sent')
})

test.for([
  ['without a connection', { isWorking: false }],
  ['once another member is signed in', { isCurrent: false }],
] as const)('nothing is sent directly %s', async ([, change]) => {
  const { state, keep, requested, sentenceOf } = aDevice()
  Object.assign(state, { isFull: true }, change)
  expect(await sentenceOf(keep('a'))).toBe(FULL)
  expect(requested).toEqual([])
})

test('nothing is sent directly while sending is paused, before a stored entry of its lane, or if it can be undone', async () => {
  const { state, outbox, note, keep, requested, sentenceOf } = aDevice()
  await keep('stored')
  state.isFull = true
  expect(await sentenceOf(keep('behind it'))).toBe(FULL)
  expect(await sentenceOf(outbox.dispatch(note, { lane: 'two', text: 'held' }, { holdMs: 5000 }))).toBe(FULL)
  expect(await sentenceOf(keep('free', 'two'))).toBe('sent')
  state.isFull = false
  await outbox.changeMeta((meta) => ({ ...meta, paused: 'signed-out' }))
  state.isFull = true
  expect(await sentenceOf(keep('paused', 'two'))).toBe(FULL)
  expect(requested).toHaveLength(1)
})

test('a refused text is a new action when it is sent again', async () => {
  const { state, keep, failures, requested, sentenceOf } = aDevice()
  state.isFull = true
  failures.push(new Refused(400, '', { sentence: 'Too long.' }))
  expect(await sentenceOf(keep('a'))).toBe('Too long.')
  expect(await sentenceOf(keep('a'))).toBe('sent')
  expect(new Set(requested).size).toBe(2)
})

test('entries of the lane that were sent or parked delay nothing', async () => {
  const { outbox, state, keep, sentenceOf } = aDevice()
  for (const status of ['acked', 'parked'] as const) {
    const entry = await keep(status)
    await outbox.step('one', () => ({ put: [{ ...entry, status }], result: undefined }))
  }
  state.isFull = true
  expect(await sentenceOf(keep('a'))).toBe('sent')
})

test('an action that may be repeated is offered again, also on a host that does not deduplicate', async () => {
  const { state, keep, failures, sentenceOf } = aDevice({ isRepeatable: true })
  state.isFull = true
  failures.push(lost())
  expect(await sentenceOf(keep('a'))).toMatch(/send it again, it is not sent twice/)
})

test('an action follows one in doubt that the server then refuses, since a refusal had no effect', async () => {
  const { state, keep, failures, executed, sentenceOf } = aDevice()
  state.isFull = true
  failures.push(lost(), new Refused(400, '', { sentence: 'Too long.' }))
  await sentenceOf(keep('a'))
  expect(await sentenceOf(keep('b'))).toBe('sent')
  expect(executed).toEqual(['b'])
})

test('an error in the code is no response of the server', async () => {
  const { state, keep, failures, sentenceOf } = aDevice()
  state.isFull = true
  failures.push(new TypeError('x is undefined'))
  expect(await sentenceOf(keep('a'))).toBe(FULL)
})
