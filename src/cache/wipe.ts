import { deleteDatabase } from '#src/offline/device/idb.ts'
import { cacheDatabase } from '#src/offline/device/member.ts'
import { clearEntries } from '#src/ui/entry-state.ts'
import { clearFirstPaint } from './first-paint.ts'

/** Keys of the spec and of the app with data about a member. */
const PRIVATE_KEYS = [
  'bc_user',
  'track_swap_matched_user',
  'track_swap_id',
  'track_swap_selected_track',
  'should_fetch_new_match',
  'pending_swap_id',
  'flipside_first_screen',
  'flipside_history_card',
  // Written by versions before 24 November 2026.
  'flipside_rev',
]
/** The worker's caches with a member's responses; the precached shell is retained. */
const PRIVATE_CACHES = /^flipside-(?:feed|avatars)/

/**
 * Removes all private data of a member from this device except the outbox: stored responses,
 * snapshot, keys, caches.
 */
export async function wipeMember(member: string): Promise<void> {
  clearFirstPaint()
  clearEntries()
  for (const key of PRIVATE_KEYS) localStorage.removeItem(key)
  await wipeCaches(PRIVATE_CACHES)
  await deleteDatabase(cacheDatabase(member))
}

/** Frees space on a full device: pictures can be fetched again. */
export const freeSpace = () => wipeCaches(/^flipside-avatars/)

async function wipeCaches(which: RegExp) {
  if (typeof caches === 'undefined') return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => which.test(name)).map((name) => caches.delete(name)))
}
