import { SYNC_TAG } from '#contract/storage-names.ts'

interface SyncManager {
  register: (tag: string) => Promise<void>
}

/** Requests a Background Sync (Chromium). Elsewhere the page's wake-ups suffice. */
export async function requestSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  // no DOM type yet
  const sync = registration && 'sync' in registration ? (registration.sync as SyncManager) : undefined
  try {
    await sync?.register(SYNC_TAG)
  } catch (error) {
    console.warn('Background Sync was refused; the outbox is sent while the app is open.', error)
  }
}
