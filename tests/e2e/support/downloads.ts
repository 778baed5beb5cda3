import type { BrowserContext, Page } from '@playwright/test'
import { cacheDatabase, DOWNLOADS_KEY, OBJECT_STORE } from '#contract/storage-names.ts'

/**
 * Turns downloads off for pages that open from now on: only screens opened by a test are stored, and
 * songs if a test chooses so.
 */
export const turnDownloadsOff = (context: BrowserContext) =>
  context.addInitScript((key) => {
    // Frames of other documents have no storage.
    if (!location.protocol.startsWith('http') || window !== window.top) return
    const settings: object = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...settings, limitMb: 0 }))
  }, DOWNLOADS_KEY)

/** Resolves to the member's last download record; undefined before the first one has ended. */
export const lastDownload = (page: Page): Promise<{ bytes: number; isComplete: boolean } | undefined> =>
  page.evaluate(readRecord, { caches: cacheDatabase(null), store: OBJECT_STORE })

/** Runs in the page. */
async function readRecord({ caches, store }: { caches: string; store: string }) {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith(caches)) continue
    const database = await done(indexedDB.open(name))
    const record = await done(database.transaction(store).objectStore(store).get('["downloads","last"]'))
    database.close()
    if (record !== undefined) return record.data
  }
  return undefined
}

/** Emulates a connection for pages that open from now on, with the Network Information API. */
export const setConnection = (page: Page, connection: { type?: string; effectiveType?: string; saveData?: boolean }) =>
  page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value })
  }, connection)
