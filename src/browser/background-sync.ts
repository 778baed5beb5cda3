import { SYNC_TAG } from '#src/offline/device/sync-tag.ts'

interface SyncManager {
  register: (tag: string) => Promise<void>
}

/** Asks for an extra wake-up where there is Background Sync (Chromium). Elsewhere, and when refused, the page's own do. */
export async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const sync = registration && 'sync' in registration ? (registration.sync as SyncManager) : undefined // no DOM type yet
  try {
    await sync?.register(SYNC_TAG)
  } catch (error) {
    console.warn('Background Sync was refused; the outbox is sent while the app is open.', error)
  }
}
