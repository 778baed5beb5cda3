import { STORAGE_REQUEST_KEY } from '#contract/storage-names.ts'

/** Whether the browser may delete this origin's data when storage runs low (Storage API). */
export type StoragePersistence = 'persistent' | 'best-effort' | 'unsupported'

const storage = () => (typeof navigator === 'undefined' ? undefined : navigator.storage)

/** Reads the current state. Never rejects. */
export async function readStoragePersistence(): Promise<StoragePersistence> {
  const isPersisted = await storage()
    ?.persisted?.()
    .catch(() => undefined)
  return toState(isPersisted)
}

/** Requests persistent storage and resolves to the browser's decision. Never rejects. */
export async function requestStoragePersistence(): Promise<StoragePersistence> {
  const isGranted = await storage()
    ?.persist?.()
    .catch(() => undefined)
  return toState(isGranted)
}

/** Requests it the first time on this device, and never again. Never rejects. */
export async function requestStoragePersistenceOnce(): Promise<void> {
  try {
    if (localStorage.getItem(STORAGE_REQUEST_KEY) !== null) return
    localStorage.setItem(STORAGE_REQUEST_KEY, '1')
  } catch {
    return // Storage that is blocked can't be made persistent either.
  }
  await requestStoragePersistence()
}

function toState(isPersistent: boolean | undefined): StoragePersistence {
  if (isPersistent === undefined) return 'unsupported'
  return isPersistent ? 'persistent' : 'best-effort'
}
