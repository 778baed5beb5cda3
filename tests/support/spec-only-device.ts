import 'fake-indexeddb/auto'
import { set } from 'idb-keyval'
import type { Call } from '#src/api/call.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import { drain } from '#src/offline/drain/drain.ts'
import type { DrainDeps } from '#src/offline/drain/pass.ts'
import type { Action, ArgsOf } from '#src/offline/outbox/action.ts'
import { createOutbox } from '#src/offline/outbox/outbox.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'
import { actions } from '#src/session/senders.ts'
import { createDrainDeps, refused } from './drain-device.ts'

/** Responses from the host by path; an error is thrown. The last one per path is repeated. */
type Responses = Record<string, unknown[]>

/** A device with a host that implements the spec alone, and the requests sent to it. */
export function specOnlyDevice(responses: Responses, more: Partial<DrainDeps> = {}) {
  const requests: string[] = []
  const left = new Map(Object.entries(responses).map(([path, list]) => [path, [...list]]))
  const call = (async (endpoint: { path: string }) => {
    requests.push(endpoint.path.replace('/api/', ''))
    const list = left.get(endpoint.path.replace('/api/', '')) ?? [refused(404)]
    const response = list.length > 1 ? list.shift() : list[0]
    if (response instanceof Error) throw response
    return response
  }) as unknown as Call // the responses are what these endpoints' schemas put out
  const clock = { now: 1_790_000_000_000 }
  const database = openKeyValueStore(`actions-${Math.random()}`, { durability: 'strict' })
  const store = createOutboxStore(database)
  const now = () => clock.now
  const uuid = () => crypto.randomUUID()
  const outbox = createOutbox({ store, now, uuid, announce: () => {}, freeSpace: async () => {} })
  const deps = createDrainDeps({ outbox, actions, call, now }, more)
  const send = async () => {
    clock.now += 3_600_000
    await drain(deps, { ignoreBackoff: true })
    return outbox.snapshot().entries.map(({ status }) => status)
  }
  const perform = async <A extends Action>(kind: A, args: ArgsOf<A>) => {
    await outbox.dispatch(kind, args)
    return send()
  }
  /** Stores an entry as a previous build did. */
  const plant = async (seq: number, action: string, lane: string, args: object) => {
    const entry = { v: 1, seq, client_id: `planted-${seq}`, action, args, lane, status: 'queued', attempts: 0 }
    await set(['entry', lane, seq], { ...entry, createdAt: clock.now }, database)
  }
  return { outbox, requests, perform, send, plant }
}
