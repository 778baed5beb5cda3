import type { Page } from '@playwright/test'
import { OBJECT_STORE, outboxDatabase } from '#contract/storage-names.ts'

/**
 * Functions that run inside the page that `offline.ts` opens. They are sent as text: each imports
 * the shipped modules from the dev server by itself and has no closure.
 */

/** Returns the ms from each dispatch until it is durable. */
export async function measureDispatch(options: { modules: string; user: string; count: number }): Promise<number[]> {
  const { modules, user, count } = options
  const load = (path: string) => import(`${modules}${path}`)
  const { createOutbox } = await load('/src/offline/outbox/outbox.ts')
  const { createOutboxStore } = await load('/src/offline/outbox/outbox-store.ts')
  const { openKeyValueStore } = await load('/src/offline/device/idb.ts')
  const { uuid } = await load('/src/offline/device/uuid.ts')
  const { sendMessage } = await load('/src/messages/senders.ts')
  const store = openKeyValueStore('bench-dispatch', { durability: 'strict' })
  const outbox = createOutbox({
    store: createOutboxStore(store),
    now: Date.now,
    uuid,
    announce: () => {},
    freeSpace: async () => {},
  })
  const waits: number[] = []
  for (let index = 0; index < count; index++) {
    const startedAt = performance.now()
    await outbox.dispatch(sendMessage, { user, recipient: `member${index % 50}`, message: `message ${index}` })
    waits.push(performance.now() - startedAt)
  }
  return waits
}

/**
 * Returns the ms that sending the same messages takes by the drain and by a bare loop with four in
 * flight.
 */
export async function measureReplay(options: {
  modules: string
  user: string
  recipients: string[]
  perLane: number
  round: number
}): Promise<{ outboxMs: number; fetchMs: number }> {
  const { modules, user, recipients, perLane, round } = options
  const load = (path: string) => import(`${modules}${path}`)
  const { createOutbox } = await load('/src/offline/outbox/outbox.ts')
  const { createOutboxStore } = await load('/src/offline/outbox/outbox-store.ts')
  const { openKeyValueStore } = await load('/src/offline/device/idb.ts')
  const { createDrainer } = await load('/src/offline/drain/drainer.ts')
  const { uuid } = await load('/src/offline/device/uuid.ts')
  const { call } = await load('/src/api/call.ts')
  const { enterDevice, isCurrent, openDeviceStore } = await load('/src/offline/device/member.ts')
  const { sendMessage } = await load('/src/messages/senders.ts')
  const store = openKeyValueStore(`bench-replay-${round}`, { durability: 'strict' })
  const outbox = createOutbox({
    store: createOutboxStore(store),
    now: Date.now,
    uuid,
    announce: () => {},
    freeSpace: async () => {},
  })
  // Checked before every request, as in the app.
  const device = openDeviceStore()
  const { generation } = await enterDevice(device, user)
  const drainer = createDrainer({
    outbox,
    actions: new Map([[sendMessage.name, sendMessage]]),
    call,
    now: Date.now,
    chance: Math.random,
    isCurrent: () => isCurrent(device, user, generation),
    whoami: async () => user,
    isMember: () => true,
    signal: new AbortController().signal,
    memberKey: `bench-${round}`,
    later: () => () => {},
    onError: (error: unknown) => console.error(error),
  })
  const acts = Array.from({ length: perLane }, (_, index) =>
    recipients.map((recipient) => ({ recipient, message: `round ${round}, message ${index}` })),
  ).flat()

  const sendWithFetch = async () => {
    const remaining = [...acts]
    const runLane = async () => {
      for (let act = remaining.shift(); act; act = remaining.shift()) {
        const query = new URLSearchParams({ user, ...act, client_id: uuid() })
        const response = await fetch(`/api/send-direct-message?${query}`, { method: 'POST' })
        if (!response.ok) throw new Error(`${response.status}`)
        await response.json()
      }
    }
    const startedAt = performance.now()
    await Promise.all([runLane(), runLane(), runLane(), runLane()])
    return performance.now() - startedAt
  }
  const sendWithOutbox = async () => {
    for (const act of acts) await outbox.dispatch(sendMessage, { user, ...act })
    const startedAt = performance.now()
    await drainer.wake()
    const took = performance.now() - startedAt
    const remaining = outbox.snapshot().entries.filter((entry: { status: string }) => entry.status !== 'acked').length
    if (remaining > 0) throw new Error(`${remaining} were not sent`)
    return took
  }
  // Alternating, so that changes in the machine's speed affect both.
  if (round % 2 === 0) {
    const fetchMs = await sendWithFetch()
    return { fetchMs, outboxMs: await sendWithOutbox() }
  }
  const outboxMs = await sendWithOutbox()
  return { outboxMs, fetchMs: await sendWithFetch() }
}

/**
 * Returns the ms from the navigation to the first broadcast, over an outbox with `count` entries
 * that may not be sent yet.
 */
export async function measureBoot(page: Page, url: string, name: string, count: number): Promise<number> {
  await page.goto(`${url}/robots.txt`)
  await page.evaluate(fillOutbox, { name, count, database: outboxDatabase(name), storeName: OBJECT_STORE })
  await page.goto(url)
  await page.locator('article').first().waitFor()
  return page.evaluate(async () => {
    // The time is that of the first frame with the feed; the wait above only ensures that it was
    // painted.
    const paints = performance.getEntriesByName('first-broadcast')
    return paints[0]?.startTime ?? Number.NaN
  })
}

interface Filling {
  name: string
  count: number
  database: string
  storeName: string
}

/** Writes entries in the outbox's format, delayed by an hour. */
async function fillOutbox({ name, count, database, storeName }: Filling) {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const transaction = db.transaction(storeName, 'readwrite')
  const store = transaction.objectStore(storeName)
  store.clear()
  store.put({ rev: 0, seq: count }, ['meta'])
  for (let seq = 1; seq <= count; seq++) {
    const lane = `dm:member${seq % 50}`
    const client_id = `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`
    const args = { user: name, recipient: `member${seq % 50}`, message: `message ${seq}` }
    const nextAt = Date.now() + 3_000_000
    const entry = {
      v: 1,
      seq,
      client_id,
      action: 'messages.send',
      args,
      lane,
      status: 'queued',
      attempts: 0,
      createdAt: Date.now(),
      nextAt,
    }
    store.put(entry, ['entry', lane, seq])
  }
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
  })
  db.close()
}
