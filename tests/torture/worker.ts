import type { BrowserContext } from '@playwright/test'
import { SYNC_TAG } from '#contract/storage-names.ts'
import { findRegistration } from '#tests/e2e/support/worker-registration.ts'

/** One context's service worker, started over the browser's protocol while no app page is open. */
interface WorkerHandle {
  /** Fires the sync event as Background Sync would. */
  dispatchSync(): Promise<void>
  close(): Promise<void>
}

/** Finds the registration for `origin` from an empty page in the same context. */
export async function attachToWorker(context: BrowserContext, origin: string): Promise<WorkerHandle> {
  const blank = await context.newPage()
  const session = await context.newCDPSession(blank)
  const registrationId = await findRegistration(session, blank, origin)
  return {
    dispatchSync: async () => {
      await session.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag: SYNC_TAG,
        lastChance: false,
      })
    },
    close: () => blank.close(),
  }
}
