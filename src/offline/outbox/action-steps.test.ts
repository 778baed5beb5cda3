import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type Action, defineAction, readArgs } from './action.ts'
import { appendEntry, discardEntry, retryEntry } from './action-steps.ts'
import { ENTRY_VERSION, type Entry } from './entry.ts'
import { statesExistence } from './repeat-sentences.ts'

const NOW = 1_790_000_000_000
const note = defineAction({ name: 'test.note', args: v.object({ text: v.string() }), lane: () => 'notes' })
const setNote = defineAction({ ...note, name: 'test.setNote', replacesLast: true, formerFormats: { 'test.old': {} } })

let seq = 0
const entry = (more: Partial<Entry> = {}): Entry => ({
  v: ENTRY_VERSION,
  seq: ++seq,
  client_id: `id-${seq}`,
  action: setNote.name,
  args: { text: 'a' },
  lane: 'notes',
  status: 'queued',
  attempts: 0,
  createdAt: NOW - 1000,
  ...more,
})
const loaded = (...entries: Entry[]) => ({ meta: { rev: 0, seq: 0 }, entries })
const act = { client_id: 'new', lane: 'notes', args: { text: 'b' } }
const append = (entries: Entry[], action: Action = setNote, options = {}) =>
  appendEntry(loaded(...entries), action, act, NOW, options)

test('an action is stored last, above every number of its lane', () => {
  const before = [entry({ seq: 8 }), entry({ seq: 5 })]
  const change = append(before, note)
  expect(change).toMatchObject({ meta: { seq: 9 }, put: [{ seq: 9, status: 'queued', attempts: 0, createdAt: NOW }] })
  expect(change.remove).toEqual([])
  expect(change.result).not.toHaveProperty('nextAt')
  expect(append([], note, { holdMs: 5000 }).result).toMatchObject({ nextAt: NOW + 5000 })
  const { meta } = appendEntry({ meta: { rev: 0, seq: 20 }, entries: before }, note, act, NOW, {})
  expect(meta?.seq).toBe(21)
})

test('an action whose first run was stored before the connection was lost is not stored again', () => {
  const stored = entry({ client_id: 'new' })
  expect(append([stored])).toEqual({ meta: { rev: 0, seq: 0 }, put: [stored], result: stored })
})

test.for([
  ['of the same action', entry(), true],
  ['of the action in the format of an earlier build', entry({ action: 'test.old' }), true],
  ['of another action', entry({ action: note.name }), false],
  ['that was attempted', entry({ attempts: 1 }), false],
  ['that waits after an attempt', entry({ status: 'waiting' }), false],
  ['of a newer build', entry({ v: ENTRY_VERSION + 1 }), false],
] as const)('an action replaces the last entry of its lane if that is one %s', ([, last, isReplaced]) => {
  expect(append([last]).remove).toEqual(isReplaced ? [last] : [])
})

test('only the last pending entry is replaced, and by an action that replaces', () => {
  const [first, last, parked] = [entry(), entry(), entry({ status: 'parked' })]
  expect(append([first, last, parked]).remove).toEqual([last])
  expect(append([first, { ...last, attempts: 1 }, parked]).remove).toEqual([])
  expect(append([entry({ action: note.name })], note).remove).toEqual([])
})

test.for([
  ['never sent', entry(), true],
  ['parked', entry({ status: 'parked', attempts: 3 }), true],
  ['rejected before it had an effect', entry({ status: 'waiting' }), true],
  ['attempted', entry({ status: 'waiting', attempts: 1 }), false],
  ['queued again under its own id', entry({ attempts: 1 }), false],
  ['being sent', entry({ status: 'sending', attempts: 1 }), false],
  ['sent', entry({ status: 'acked' }), false],
  ['of a newer build', entry({ v: ENTRY_VERSION + 1 }), false],
] as const)('an entry that is %s can be discarded or not', ([, found, isDiscarded]) => {
  expect(discardEntry(loaded(found), found)).toEqual(
    isDiscarded ? { remove: [found], result: true } : { result: false },
  )
})

test('an entry that is no longer there cannot be discarded', () => {
  expect(discardEntry(loaded(entry()), entry())).toEqual({ result: false })
})

const failure = { sentence: 'No' }

test('Retry sends a refused entry as a new action, last in its lane, without its waits', () => {
  const parked = entry({ seq: 4, status: 'parked', attempts: 3, failure, nextAt: NOW, quietUntil: NOW, madeId: 7 })
  const change = retryEntry(loaded(parked, entry({ seq: 6 })), parked, 'again', NOW)
  const { failure: _failure, nextAt: _nextAt, quietUntil: _quietUntil, ...remaining } = parked
  const again = { ...remaining, client_id: 'again', seq: 7, status: 'queued', attempts: 0, createdAt: NOW }
  expect(change).toEqual({ meta: { rev: 0, seq: 7 }, remove: [parked], put: [again], result: again })
})

test('Retry sends an entry that may have taken effect under its own id, as attempted', () => {
  const parked = entry({ status: 'parked', attempts: 3, failure: { ...failure, mayHaveTakenEffect: true } })
  expect(retryEntry(loaded(parked), parked, 'again', NOW).result).toMatchObject({
    client_id: parked.client_id,
    attempts: 1,
  })
})

test.for([['again'], [undefined]] as const)(
  'Retry has no second effect if its first run was stored before the connection was lost: %s',
  ([newId]) => {
    const parked = entry({ status: 'parked', failure })
    const done = entry({ client_id: newId ?? parked.client_id })
    const change = retryEntry(loaded(parked, done), parked, 'again', NOW)
    expect(change).toMatchObject({ remove: [parked], put: [done], result: done })
  },
)

test('Retry does nothing for an entry that is no longer parked, removed, or of a newer build', () => {
  const parked = entry({ status: 'parked', failure })
  const nothing = { result: undefined }
  expect(retryEntry(loaded({ ...parked, status: 'waiting' }), parked, 'again', NOW)).toEqual(nothing)
  expect(retryEntry(loaded(entry()), parked, 'again', NOW)).toEqual(nothing)
  expect(retryEntry(loaded({ ...parked, v: ENTRY_VERSION + 1 }), parked, 'again', NOW)).toEqual(nothing)
})

test('arguments are read with what the name of an earlier build implies, and not at all if they do not fit', () => {
  const former = defineAction({ ...note, formerFormats: { 'test.empty': { text: '' } } })
  expect(readArgs(former, { action: 'test.empty', args: {} })).toEqual({ text: '' })
  expect(readArgs(former, { action: 'test.note', args: { text: 'a' } })).toEqual({ text: 'a' })
  for (const args of [{}, null, 'a', undefined]) expect(readArgs(former, { action: 'test.note', args })).toBeUndefined()
  const plain = defineAction({ name: 'test.plain', args: v.nullable(v.string()), lane: () => 'notes' })
  expect([readArgs(plain, { action: 'x', args: 'a' }), readArgs(plain, { action: 'x', args: null })]).toEqual([
    'a',
    null,
  ])
})

test.for([
  ['You already like this.', true, true],
  ['The like exists', true, true],
  ['This like does not exist.', false, true],
  ['The like doesn’t exist', false, true],
  ['You are not following this member.', false, true],
  ['Follow not found', false, true],
  ['Could not locate the like', false, true],
  ['You have not liked this: not yet.', false, true],
  ['Something went wrong.', true, false],
  ['Something went wrong.', false, false],
  ['You already like this.', false, false],
] as const)('the sentence "%s" of a host without codes, for an action that is on: %s', ([sentence, isOn, states]) => {
  expect(statesExistence(sentence, isOn)).toBe(states)
})
