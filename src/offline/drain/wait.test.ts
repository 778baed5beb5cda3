import { expect, test } from 'vitest'
import { ENTRY_VERSION, type Entry, type EntryStatus } from '../outbox/entry.ts'
import type { Meta } from '../outbox/meta.ts'
import { findWait } from './wait.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000
let seq = 0

const entryIn = (status: EntryStatus, more: Partial<Entry> = {}): Entry => ({
  v: ENTRY_VERSION,
  seq: ++seq,
  client_id: `id-${seq}`,
  action: 'test.note',
  args: {},
  lane: 'one',
  status,
  attempts: 0,
  createdAt: NOW,
  ...more,
})

const waitOf = (entries: Entry[], meta: Partial<Meta> = {}, entry = entries.at(-1)) =>
  entry && findWait({ meta: { rev: 0, seq: 0, ...meta }, entries }, entry, NOW)

const demanded = { quietUntil: NOW + 60 * MINUTE, nextAt: NOW + 60 * MINUTE }

test('an entry that is being sent or about to be does not wait', () => {
  expect(waitOf([entryIn('queued')])).toBeUndefined()
  expect(waitOf([entryIn('sending')])).toBeUndefined()
  // can be undone until then
  expect(waitOf([entryIn('queued', { nextAt: NOW + 5000 })])).toBeUndefined()
  expect(waitOf([entryIn('parked')])).toBeUndefined()
})

test('an entry waits for its own backoff, or as long as the server demands', () => {
  expect(waitOf([entryIn('waiting', { nextAt: NOW + 5000 })])).toEqual({ until: NOW + 5000, isDemanded: false })
  expect(waitOf([entryIn('waiting', { nextAt: NOW - 1 })])).toEqual({ until: undefined, isDemanded: false })
  expect(waitOf([entryIn('waiting', demanded)])).toEqual({ until: NOW + 60 * MINUTE, isDemanded: true })
})

test('an entry that is probed still waits', () => {
  expect(waitOf([entryIn('sending', demanded)])?.isDemanded).toBe(true)
})

test('an entry waits for those before it in its lane, not for other lanes', () => {
  const first = entryIn('waiting', demanded)
  expect(waitOf([first, entryIn('queued')])).toEqual({ until: NOW + 60 * MINUTE, isDemanded: true })
  expect(waitOf([first, entryIn('queued', { lane: 'two' })])).toBeUndefined()
  expect(waitOf([entryIn('parked'), entryIn('queued')])).toBeUndefined()
})

test('an entry waits while sending is paused, and until the breaker closes', () => {
  expect(waitOf([entryIn('queued')], { paused: 'signed-out' })).toEqual({ until: undefined, isDemanded: false })
  const rest = { until: NOW + MINUTE, seq: 1_000_000 }
  expect(waitOf([entryIn('queued')], { rest })).toEqual({ until: NOW + MINUTE, isDemanded: false })
  expect(waitOf([entryIn('waiting', { nextAt: NOW + 5000 })], { rest })?.until).toBe(NOW + MINUTE)
})
