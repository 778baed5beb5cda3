import { expect, test } from 'vitest'
import { ENTRY_VERSION, type Entry } from './entry.ts'
import { decideOver, isBehind } from './restore.ts'
import { applyChange, changesNothing, runSteps, type Step } from './steps.ts'

const entry = (seq: number, lane: string, more: Partial<Entry> = {}): Entry => ({
  v: ENTRY_VERSION,
  seq,
  client_id: `id-${seq}`,
  action: 'test.note',
  args: {},
  lane,
  status: 'queued',
  attempts: 0,
  createdAt: 1000,
  ...more,
})
const meta = { rev: 2, seq: 5 }
const one = entry(1, 'one')
const two = entry(2, 'two')

test('a step sees its own lane with what the steps before it have changed, and one without a lane no entry', () => {
  const seen: number[][] = []
  const step = (lane: string | undefined, put: Entry[] = []): Step => ({
    lane,
    decide: ({ entries }) => {
      seen.push(entries.map(({ seq }) => seq))
      return { put, result: undefined }
    },
  })
  runSteps({ meta, entries: [one, two] }, [step('one', [entry(3, 'one')]), step('one'), step('two'), step(undefined)])
  expect(seen).toEqual([[1], [1, 3], [2], []])
})

test('a change leaves the entries in their order, each once, and the meta record unless it has another one', () => {
  const changed = applyChange(
    { meta, entries: [one, two] },
    { put: [entry(3, 'one'), { ...one, attempts: 1 }], result: undefined },
  )
  expect(changed.entries.map(({ seq, attempts }) => [seq, attempts])).toEqual([
    [1, 1],
    [2, 0],
    [3, 0],
  ])
  expect(changed.meta).toBe(meta)
  const removed = applyChange(changed, { meta: { rev: 3, seq: 5 }, remove: [two], result: undefined })
  expect([removed.meta.rev, removed.entries.map(({ seq }) => seq)]).toEqual([3, [1, 3]])
  expect([changesNothing({ result: 1 }), changesNothing({ remove: [one], result: 1 })]).toEqual([true, false])
})

test('a store lacks what a snapshot has if one of its numbers is smaller', () => {
  const snapshot = { meta, entries: [] }
  const stored = [meta, { rev: 1, seq: 5 }, { rev: 2, seq: 4 }, { rev: 3, seq: 6 }]
  expect(stored.map((loaded) => isBehind({ meta: loaded }, snapshot))).toEqual([false, true, true, false])
})

test('a step over a store that was deleted sees its own lane, and stores every entry but placeholders', () => {
  const placeholder = entry(3, 'one', { v: ENTRY_VERSION + 1, action: '' })
  const newer = entry(4, 'one', { v: ENTRY_VERSION + 1 })
  const seen: Entry[][] = []
  const change = decideOver({ meta, entries: [one, two, placeholder, newer] }, 'one', ({ entries }) => {
    seen.push(entries)
    return { put: [{ ...one, attempts: 1 }], result: 'done' }
  })
  expect(seen).toEqual([[one, newer]])
  expect(change).toEqual({ meta, put: [two, newer, { ...one, attempts: 1 }], result: 'done' })
})
