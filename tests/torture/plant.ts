import type { Page } from '@playwright/test'
import { OBJECT_STORE, outboxChannel, outboxDatabase } from '#contract/storage-names.ts'

/** An action as another tab would store it: for actions without a screen in these tests. */
interface PlantedAction {
  readonly action: string
  readonly args: Readonly<Record<string, string | number | boolean>>
  readonly lane: string
}

/**
 * Writes entries into a member's outbox in the stored format, after existing ones, and announces
 * them as tabs do.
 */
export const plant = (page: Page, member: string, actions: readonly PlantedAction[]): Promise<void> =>
  page.evaluate(writeEntries, {
    name: outboxDatabase(member),
    storeName: OBJECT_STORE,
    channelName: outboxChannel(member),
    actions: [...actions],
  })

interface Planted {
  name: string
  storeName: string
  channelName: string
  actions: readonly PlantedAction[]
}

/** Runs in the page. */
async function writeEntries({ name, storeName, channelName, actions }: Planted): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open(name))
  const transaction = database.transaction(storeName, 'readwrite', { durability: 'strict' })
  const complete = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  const store = transaction.objectStore(storeName)
  // src/offline/outbox/outbox-store.ts
  const meta = ((await done(store.get(['meta']))) ?? { rev: 0, seq: 0 }) as { seq: number }
  for (const { action, args, lane } of actions) {
    meta.seq++
    const made = { client_id: crypto.randomUUID(), status: 'queued', attempts: 0, createdAt: Date.now() }
    store.put({ v: 1, seq: meta.seq, action, args, lane, ...made }, ['entry', lane, meta.seq])
  }
  store.put(meta, ['meta'])
  await complete
  database.close()
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}
