import { toLibrarySongPath } from '#contract/listening/music-library.ts'
import { SONG_CACHE } from '#contract/storage-names.ts'

export async function isSongStored(id: number): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  return (await caches.match(toLibrarySongPath(id), { cacheName: SONG_CACHE })) !== undefined
}
