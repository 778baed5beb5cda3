import { update } from 'idb-keyval'
import * as v from 'valibot'
import type { KeyValueStore } from '#src/offline/device/idb.ts'
import { type Device, openOutboxDatabase } from '#src/offline/device/member.ts'
import { isNewer, SCHEMA_VERSION, StoredResponse } from '#src/offline/device/stored-response.ts'
import { storedNames } from '#src/offline/outbox/action.ts'
import { createOutboxStore } from '#src/offline/outbox/outbox-store.ts'
import { openStoredResponses } from './store-pushed.ts'
import { listTargetReads, type SendRead, type TargetRead } from './target-reads.ts'

/**
 * Fetches what the screen at a path reads, and stores it as the responses of its queries, so that
 * the screen opens without a connection. Resolves to the stored records: a failed request has none,
 * nor has one during which an action was acknowledged, since the response may lack its effect.
 */
export async function fetchTargets(
  device: KeyValueStore,
  to: Device,
  path: string,
  exchange: SendRead,
): Promise<StoredResponse[]> {
  const { name, generation } = to
  if (name === null) return []
  const reads = listTargetReads(name, path)
  if (reads.length === 0) return []
  const outbox = openOutboxDatabase(device, name, generation)
  const readRev = async () => (await createOutboxStore(outbox).load()).meta.rev
  try {
    const requestedAtRev = await readRev()
    const fetched = await Promise.all(reads.map((read) => fetchRecord(read, requestedAtRev, exchange)))
    const records = fetched.filter((record) => record !== undefined)
    if ((await readRev()) !== requestedAtRev) return []
    return await storeRecords(device, to, records)
  } finally {
    outbox.close()
  }
}

async function fetchRecord(
  { queryKey, reads, fetch, spreadMs = 0 }: TargetRead,
  requestedAtRev: number,
  exchange: SendRead,
): Promise<StoredResponse | undefined> {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * spreadMs))
  const requestedAt = Date.now()
  try {
    const data = { response: await fetch(exchange), requestedAtRev, requestedAt }
    const names = reads.flatMap(storedNames)
    return { version: SCHEMA_VERSION, queryKey: [...queryKey], data, updatedAt: Date.now(), reads: names }
  } catch (error) {
    console.warn('What a push points to could not be fetched.', error)
    return undefined
  }
}

/** Resolves to the records that were newer than the stored ones. */
async function storeRecords(
  device: KeyValueStore,
  to: Device,
  records: readonly StoredResponse[],
): Promise<StoredResponse[]> {
  const stored: StoredResponse[] = []
  const store = openStoredResponses(device, to)
  try {
    for (const record of records) {
      const add = (known: unknown) => {
        const parsed = v.safeParse(StoredResponse, known)
        if (parsed.success && !isNewer(record.data, parsed.output.data)) return parsed.output
        stored.push(record)
        return record
      }
      await update(JSON.stringify(record.queryKey), add, store)
    }
  } finally {
    store.close()
  }
  return stored
}
