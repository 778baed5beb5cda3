import { update } from 'idb-keyval'
import * as v from 'valibot'
import { DAY_MS } from '#contract/durations.ts'
import type { PushMessage } from '#contract/notifications/push-message.ts'
import { cacheDatabase } from '#contract/storage-names.ts'
import { type KeyValueStore, openKeyValueStore } from '#src/offline/device/idb.ts'
import { type Device, isCurrent } from '#src/offline/device/member.ts'
import { SCHEMA_VERSION, StoredResponse } from '#src/offline/device/stored-response.ts'
import { addToStoredData } from './add-to-stored-data.ts'
import { toChanges } from './to-changes.ts'

/** Opens a member's stored responses; writers from an ended generation are rejected. */
export const openStoredResponses = (device: KeyValueStore, { name, generation }: Device) =>
  openKeyValueStore(cacheDatabase(name), {
    durability: 'strict',
    mayOpen: async () => name !== null && isCurrent(device, name, generation),
  })

/** Adds a push to the stored responses. Rejects with `StoreClosed` after a sign-out. */
export async function storePushed(device: KeyValueStore, to: Device, push: PushMessage, nowMs: number): Promise<void> {
  const { name } = to
  if (name === null) return
  const store = openStoredResponses(device, to)
  try {
    for (const { queryKey, add } of toChanges(name, push)) {
      // The hash for a query with a key of texts, as TanStack Query makes it.
      await update(JSON.stringify(queryKey), (record: unknown) => addToRecord(record, queryKey, add, nowMs), store)
    }
  } finally {
    store.close()
  }
}

function addToRecord(
  record: unknown,
  queryKey: readonly unknown[],
  add: (response: unknown) => unknown,
  nowMs: number,
): StoredResponse {
  const stored = v.safeParse(StoredResponse, record)
  if (stored.success) return { ...stored.output, data: addToStoredData(stored.output.data, add) }
  // A day old: not fresh for downloads, and not expired.
  return {
    version: SCHEMA_VERSION,
    queryKey: [...queryKey],
    data: addToStoredData(undefined, add),
    updatedAt: nowMs - DAY_MS,
    reads: [],
  }
}
