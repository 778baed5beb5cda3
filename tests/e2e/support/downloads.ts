import type { BrowserContext, Page } from '@playwright/test'

/**
 * Turns downloads off for pages that open from now on: only screens opened by a test are stored.
 */
export const turnDownloadsOff = (context: BrowserContext) =>
  context.addInitScript(() => {
    // Frames of other documents have no storage.
    if (location.protocol.startsWith('http') && window === window.top)
      localStorage.setItem('flipside_downloads', '{"limitMb":0}')
  })

/**
 * Resolves to the record of the member's last download; undefined before the first one has ended.
 */
export const lastDownload = (page: Page): Promise<{ bytes: number; isComplete: boolean } | undefined> =>
  page.evaluate(readRecord)

/** Runs in the page. */
async function readRecord() {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('flipside-cache-')) continue
    const database = await done(indexedDB.open(name))
    const record = await done(database.transaction('keyval').objectStore('keyval').get('["downloads","last"]'))
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
