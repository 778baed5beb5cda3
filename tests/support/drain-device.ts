import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { NoConnection, Refused } from '#src/api/errors.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import type { DrainDeps } from '#src/offline/drain/pass.ts'
import { type AnySender, defineSender, type Sent } from '#src/offline/outbox/action.ts'
import { createOutbox } from '#src/offline/outbox/outbox.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'

export const NOW = 1_790_000_000_000
/** Returns a refusal without a body. */
export const refused = (status: number, code?: string) => new Refused(status, '', { sentence: 'No', code })
export const lost = () => new NoConnection('network')

interface Options extends Partial<DrainDeps> {
  readonly isRepeatable?: boolean
  /** Properties of the action that differ. */
  readonly sender?: Partial<AnySender>
}

/** The rest of a drain's dependencies: a device on which `ada` is signed in. */
export const createDrainDeps = (
  parts: Pick<DrainDeps, 'outbox' | 'actions' | 'call' | 'now'>,
  more: Partial<DrainDeps>,
): DrainDeps => ({
  chance: () => 0.5,
  isCurrent: async () => true,
  whoami: async () => 'ada',
  isMember: (name) => name === 'ada',
  signal: new AbortController().signal,
  ...parts,
  ...more,
})

/** A device with an outbox, and a server with a response for each text, set by the test. */
export function drainDevice({ isRepeatable = true, sender = {}, ...more }: Options = {}) {
  const sent: string[] = []
  const responses = new Map<string, () => Promise<Sent>>()
  let ids = 0
  const note = defineSender({
    name: 'test.note',
    args: v.object({ lane: v.string(), text: v.string() }),
    lane: ({ lane }) => lane,
    isRepeatable,
    send: (_call, { text }, client_id) => {
      sent.push(text)
      return responses.get(text)?.() ?? Promise.resolve({ client_id })
    },
    outcomes: { 404: 'done' },
    label: () => 'Note',
    ...sender,
  })
  const clock = { now: NOW }
  const store = createOutboxStore(openKeyValueStore(`drain-${Math.random()}`, { durability: 'strict' }))
  const now = () => clock.now
  const outbox = createOutbox({ store, now, uuid: () => `id-${++ids}`, announce: () => {}, freeSpace: async () => {} })
  const actions = new Map<string, AnySender>([[note.name, note]])
  const call = () => Promise.reject(new Error('the note calls nothing'))
  const deps = createDrainDeps({ outbox, actions, call, now }, more)
  const keep = (text: string, lane = text) => outbox.dispatch(note, { lane, text })
  const states = () => outbox.snapshot().entries.map(({ status }) => status)
  return {
    outbox,
    deps,
    sent,
    responses,
    clock,
    keep,
    states,
    fail: (text: string, error: unknown) => responses.set(text, () => Promise.reject(error)),
  }
}
