import {
  AVATAR_CACHE,
  cacheDatabase,
  FEED_CACHES,
  FIRST_PAINT_KEY,
  FIRST_SCREEN_KEY,
  HEARD_TRACKS_KEY,
  HISTORY_CARD_KEY,
  MEMBER_KEY,
  NEW_MATCH_KEY,
  PENDING_SWAP_KEY,
  PLAYER_KEY,
  PUSH_ENDPOINT_KEY,
  RECENT_SEARCHES_KEY,
  REVISION_KEY,
  SONG_CACHE,
  SWAP_ID_KEY,
  SWAP_MATCH_KEY,
  SWAP_TRACK_KEY,
} from '#contract/storage-names.ts'
import { deleteDatabase } from '#src/offline/device/idb.ts'
import { clearEntries } from '#src/ui/entry-state.ts'

const PRIVATE_KEYS = [
  MEMBER_KEY,
  SWAP_MATCH_KEY,
  SWAP_ID_KEY,
  SWAP_TRACK_KEY,
  NEW_MATCH_KEY,
  PENDING_SWAP_KEY,
  FIRST_PAINT_KEY,
  FIRST_SCREEN_KEY,
  HEARD_TRACKS_KEY,
  HISTORY_CARD_KEY,
  PLAYER_KEY,
  PUSH_ENDPOINT_KEY,
  RECENT_SEARCHES_KEY,
  REVISION_KEY,
]
/** The worker's caches with a member's responses; the precached shell is retained. */
const PRIVATE_CACHES = [FEED_CACHES, AVATAR_CACHE, SONG_CACHE]

/** The outbox is retained. */
export async function wipeMember(member: string): Promise<void> {
  clearEntries()
  for (const key of PRIVATE_KEYS) localStorage.removeItem(key)
  try {
    await Promise.all([wipeCaches(PRIVATE_CACHES), endPushes()])
  } finally {
    await deleteDatabase(cacheDatabase(member))
  }
}

/** Limit in ms for the browser's part in a sign-out: without a network it may not respond. */
const UNSUBSCRIBE_TIMEOUT_MS = 2000

/** Ends notifications and the browser's subscription, also offline. Never rejects. */
async function endPushes(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration === undefined) return
    for (const notification of await registration.getNotifications()) notification.close()
    const ended = registration.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe())
    ended?.catch(warn)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, UNSUBSCRIBE_TIMEOUT_MS))])
  } catch (error) {
    warn(error)
  }
}

const warn = (error: unknown) => console.warn('The notifications on this device could not be ended.', error)

/** Frees space on a full device: pictures and songs can be fetched again. */
export const freeSpace = () => wipeCaches([AVATAR_CACHE, SONG_CACHE])

/** Deletes caches with names that begin with one of `beginnings`. */
async function wipeCaches(beginnings: readonly string[]) {
  if (typeof caches === 'undefined') return
  const names = await caches.keys()
  await Promise.all(
    names
      .filter((name) => beginnings.some((beginning) => name.startsWith(beginning)))
      .map((name) => caches.delete(name)),
  )
}
