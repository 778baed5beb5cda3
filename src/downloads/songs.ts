import type { QueryClient } from '@tanstack/react-query'
import { isSameName } from '#contract/accounts/names.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getLaterTracks } from '#contract/listening/later-tracks.ts'
import { LIBRARY_COVER, toLibrarySongPath, toLibraryTrackId } from '#contract/listening/music-library.ts'
import type { getDirectMessages } from '#contract/messages/messages.ts'
import { SONG_CACHE } from '#contract/storage-names.ts'
import type { getSongSwaps } from '#contract/swaps/swaps.ts'
import type { CachedResponse } from '#src/cache/live.ts'
import { laterQuery } from '#src/listening/later/queries.ts'
import { conversationQuery } from '#src/messages/queries.ts'
import { songSwapsQuery } from '#src/swaps/queries.ts'
import { hasRoom } from './usage.ts'

/** The most songs that are considered; a member's newest come first. */
const SONGS_MAX = 500
const NOT_FOUND = 404

/** Returns the path to a song's cover, which is stored and deleted with it. */
const toCoverPath = (songPath: string) => `${songPath}${LIBRARY_COVER}`

interface SongStore {
  readonly signal: AbortSignal
  readonly limitBytes: number
  readonly mayGoOn: () => boolean
}

/** What is stored, and whether the browser gave no more room for it. */
export interface SongsRecord {
  readonly songs: number
  readonly bytes: number
  readonly isFull: boolean
}

export const SONGS_KEY = ['downloads', 'songs'] as const
/** What the device has, which a screen shows. */
export const STORED_SONGS_KEY = ['device', 'songs'] as const

/**
 * Returns paths for the songs to store, the most wanted first: open swaps, *Listen later*, received
 * tracks. Only responses in the cache are read.
 */
export function listWantedSongs(client: QueryClient, member: string): readonly string[] {
  const swapList = client.getQueryData<CachedResponse<ResponseOf<typeof getSongSwaps>>>(songSwapsQuery(member).queryKey)
  const swaps = swapList?.response.songSwaps ?? []
  const isOpen = (swap: (typeof swaps)[number]) =>
    !swap.ended && (swap.initiated_reaction === null || swap.matched_reaction === null)
  const laterList = client.getQueryData<CachedResponse<ResponseOf<typeof getLaterTracks> | null>>(
    laterQuery(member).queryKey,
  )
  const later = laterList?.response?.laterTracks ?? []
  const messages = client
    .getQueriesData<CachedResponse<ResponseOf<typeof getDirectMessages>>>({
      queryKey: conversationQuery(member, '').queryKey.slice(0, -1),
    })
    .flatMap(([, conversation]) => conversation?.response.directMessages ?? [])
    .filter(({ type }) => type !== 'Outgoing')
    .toSorted((one, other) => other.id - one.id)
  const links = [
    ...swaps.filter(isOpen).flatMap((swap) => [swap.initiated_links, swap.matched_links]),
    ...later.map((row) => row.links),
    ...swaps.map((swap) => (isSameName(swap.initiated_user, member) ? swap.matched_links : swap.initiated_links)),
    ...messages.map(({ track }) => track?.links),
  ]
  const ids = new Set(links.flatMap((text) => toLibraryTrackId(text) ?? []))
  return [...ids].slice(0, SONGS_MAX).map(toLibrarySongPath)
}

/** Sizes for songs that did not fit: they are not requested again by this page. */
const sizes = new Map<string, number>()

/** Stores songs in order; less wanted ones make room. Ends quietly without connection or room. */
export async function storeSongs(wanted: readonly string[], store: SongStore): Promise<SongsRecord> {
  const { signal, limitBytes, mayGoOn } = store
  const cache = await caches.open(SONG_CACHE)
  const stored = new Map<string, number>()
  for (const { path, bytes } of await listStoredSongs()) stored.set(path, bytes)
  const retained = new Set<string>()
  const sum = (paths: Iterable<string>) => [...paths].reduce((total, path) => total + (stored.get(path) ?? 0), 0)
  const makeRoom = async (bytes: number) => {
    for (const path of stored.keys()) {
      if (sum(stored.keys()) + bytes <= limitBytes) return
      if (retained.has(path)) continue
      await cache.delete(path)
      await cache.delete(toCoverPath(path))
      stored.delete(path)
    }
  }
  const record = (isFull: boolean): SongsRecord => ({ songs: stored.size, bytes: sum(stored.keys()), isFull })
  const fits = (bytes: number) => sum(retained) + bytes <= limitBytes
  for (const path of wanted) {
    if (signal.aborted) break
    if (stored.has(path)) {
      if (fits(stored.get(path) ?? 0)) retained.add(path)
      continue
    }
    if (!fits(sizes.get(path) ?? 1) || !mayGoOn()) continue
    const response = await requestSong(path, signal)
    if (response === 'stop') break
    if (response === undefined) continue
    const bytes = Number(response.headers.get('content-length') ?? 0)
    if (!fits(bytes)) {
      sizes.set(path, bytes)
      void response.body?.cancel()
      continue
    }
    const freed = Math.max(0, sum(stored.keys()) + bytes - limitBytes)
    if (!(await hasRoom(bytes - freed))) {
      void response.body?.cancel()
      return record(true)
    }
    await makeRoom(bytes)
    const size = await put(cache, path, response)
    if (typeof size === 'number') await putCover(cache, path, signal)
    // A sign-out has deleted the cache meanwhile; this song must not outlive it.
    if (signal.aborted) await caches.delete(SONG_CACHE)
    if (size === 'full') return record(true)
    if (size === undefined) break
    stored.set(path, size)
    if (fits(size)) retained.add(path)
    else sizes.set(path, size)
  }
  await makeRoom(0)
  return record(false)
}

/** Resolves to the song; undefined if there is none; `stop` if no other should be requested now. */
async function requestSong(path: string, signal: AbortSignal): Promise<Response | 'stop' | undefined> {
  try {
    const response = await fetch(path, { signal })
    if (response.ok && response.headers.get('content-type')?.startsWith('audio/') === true) return response
    void response.body?.cancel()
    return response.ok || response.status === NOT_FOUND ? undefined : 'stop'
  } catch {
    return 'stop' // No connection: the next run continues.
  }
}

/** Resolves to the stored size; undefined if the connection broke; `full` if there is no room. */
async function put(cache: Cache, path: string, { body, headers }: Response): Promise<number | 'full' | undefined> {
  try {
    await cache.put(path, new Response(body, { headers: { 'content-type': headers.get('content-type') ?? '' } }))
    return (await (await cache.match(path))?.blob())?.size
  } catch (error) {
    await cache.delete(path)
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : undefined
  }
}

/** Stores the cover of a song if there is one. Its size counts from the next run on. */
async function putCover(cache: Cache, songPath: string, signal: AbortSignal): Promise<void> {
  const path = toCoverPath(songPath)
  try {
    const response = await fetch(path, { signal })
    if (response.headers.get('content-type') === 'image/webp') await put(cache, path, response)
  } catch {
    // The song plays without it.
  }
}

export async function listStoredSongs(): Promise<readonly { readonly path: string; readonly bytes: number }[]> {
  if (typeof caches === 'undefined' || !(await caches.has(SONG_CACHE))) return []
  const cache = await caches.open(SONG_CACHE)
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname) // in insertion order
  const measure = async (path: string) => (await (await cache.match(path))?.blob())?.size ?? 0
  return Promise.all(
    paths
      .filter((path) => !path.endsWith(LIBRARY_COVER))
      .map(async (path) => ({ path, bytes: (await measure(path)) + (await measure(toCoverPath(path))) })),
  )
}

export async function deleteSongs(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(SONG_CACHE)
}
