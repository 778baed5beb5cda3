import 'fake-indexeddb/auto'
import { onTestFinished } from 'vitest'
import { createQueryClient } from '#src/cache/query-client.ts'
import { connectOutbox } from '#src/cache/query-outbox.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import { acknowledge, begin } from '#src/offline/drain/attempts.ts'
import type { Action, ArgsOf } from '#src/offline/outbox/action.ts'
import { createOutbox } from '#src/offline/outbox/outbox.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'

/** When all actions happen. */
export const NOW = Date.parse('2026-11-20T08:12:00.000Z')
let made = 0

/** Returns a member's query cache and outbox, and a function that has an action acknowledged. */
export function aMember() {
  const client = createQueryClient()
  const store = openKeyValueStore(`member-${Math.random()}`, { durability: 'strict' })
  onTestFinished(() => store.close())
  const outbox = createOutbox({
    store: createOutboxStore(store),
    now: () => NOW,
    uuid: () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
    announce: () => {},
    freeSpace: async () => {},
  })
  connectOutbox(client, outbox, { read: async () => '', write: async () => {} }, async () => {})
  const acknowledgeOne = async <A extends Action>(action: A, args: ArgsOf<A>) => {
    const entry = await outbox.dispatch(action, args)
    const begun = await begin(outbox, entry)
    if (begun) await acknowledge(outbox, begun, {})
  }
  return { client, outbox, acknowledgeOne }
}
