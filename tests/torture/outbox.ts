import { expect, type Page } from '@playwright/test'
import { OBJECT_STORE, outboxDatabase } from '#contract/storage-names.ts'

interface Place {
  name: string
  storeName: string
}

const getOutbox = (member: string): Place => ({ name: outboxDatabase(member), storeName: OBJECT_STORE })

/**
 * Returns the number of entries in a member's outbox by status, from IndexedDB. The page may be any
 * on the app's origin.
 */
export const statusesOf = (page: Page, member: string): Promise<Record<string, number>> =>
  page.evaluate(readStatuses, getOutbox(member))

/** Runs in the page. */
async function readStatuses({ name, storeName }: Place): Promise<Record<string, number>> {
  const known = await indexedDB.databases()
  if (!known.some((database) => database.name === name)) return {}
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open(name))
  const range = IDBKeyRange.bound(['entry'], ['entry', []])
  const entries: unknown[] = await done(database.transaction(storeName).objectStore(storeName).getAll(range))
  database.close()
  const counts: Record<string, number> = {}
  for (const entry of entries) {
    // the stored format in src/offline/outbox/entry.ts
    const { status } = entry as { status: string }
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/**
 * Returns the meta record and the entries that are not acknowledged, as text for a failure message.
 */
export const readUnsent = (page: Page, member: string): Promise<string> => page.evaluate(findUnsent, getOutbox(member))

/** Runs in the page. */
async function findUnsent({ name, storeName }: Place): Promise<string> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await done(indexedDB.open(name))
  const all: unknown[] = await done(database.transaction(storeName).objectStore(storeName).getAll())
  database.close()
  // entries and the meta record
  const left = all.filter((entry) => (entry as { status?: string }).status !== 'acked')
  return JSON.stringify({ now: Date.now(), isOnline: navigator.onLine, left })
}

const ON_THE_WAY = ['queued', 'sending', 'waiting']

/** Returns the number of entries that are neither sent nor parked. */
export async function waitingOf(page: Page, member: string): Promise<number> {
  const counts = await statusesOf(page, member)
  return ON_THE_WAY.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}

/** Returns the strip's text; empty if it is not shown. */
export async function stripText(page: Page): Promise<string> {
  const strips = page.getByRole('status').filter({ hasText: /Offline|Signed out|waiting to send|could not be sent/ })
  return (await strips.locator('div').allTextContents()).join(' ')
}

/** Checks that the strip shows that entries are pending, with their exact number. */
export async function stripIsTrue(page: Page, member: string, says: RegExp): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: says })).toBeVisible()
  await expect
    .poll(async () => {
      const text = await page.getByRole('status').filter({ hasText: says }).textContent()
      const shown = Number(/(\d+) actions?/.exec(text ?? '')?.[1] ?? Number.NaN)
      return shown - (await waitingOf(page, member))
    }, 'the number in the strip, less the entries in the outbox')
    .toBe(0)
}

/** Checks that no entry is pending or parked, and that the strip is hidden. */
export async function allIsSent(page: Page, member: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { acked: _acked, ...left } = await statusesOf(page, member)
        return left
      },
      { message: 'what is left in the outbox', timeout: 30_000 },
    )
    .toEqual({})
  await expect(page.getByRole('status').filter({ hasText: /waiting to send|Offline|could not be sent/ })).toHaveCount(
    0,
    {
      timeout: 15_000,
    },
  )
}
