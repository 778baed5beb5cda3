import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { cacheDatabase, downloadLock } from '#contract/storage-names.ts'
import { Unreachable } from '#src/api/errors.ts'
import { readStoredData } from '#src/cache/persistence.ts'
import { openKeyValueStore, StoreClosed } from '#src/offline/device/idb.ts'
import { withLock } from '#src/offline/device/lock.ts'
import { whenIdle } from '#src/startup/when-idle.ts'
import { DOWNLOAD_KEY, type DownloadRecord, downloadAll } from './download.ts'
import { findHindrance } from './find-hindrance.ts'
import { followHead } from './older-feed.ts'
import { FRESH_MS, songLists } from './reads.ts'
import { readDownloadSettings } from './settings.ts'
import { listWantedSongs, SONGS_KEY, type SongsRecord, STORED_SONGS_KEY, storeSongs } from './songs.ts'
import { evict, hasRoom } from './usage.ts'

/** The idle time before a download begins, in ms: the first screen is complete by then. */
const QUIET_MS = 2000
const POLL_INTERVAL_MS = 250
/** The interval between downloads on a page that stays open, in ms. */
const AGAIN_MS = 15 * 60_000
/** The limit while downloads are off: for responses of screens, and a download that the user requests. */
const LEAST_MB = 25

interface DownloadsOf {
  client: QueryClient
  member: string
  signal: AbortSignal
}

/** Downloads after the first screen and then at intervals, until the signal aborts. */
export async function startDownloads(deps: DownloadsOf): Promise<void> {
  const { client, member, signal } = deps
  signal.addEventListener('abort', followHead(client, member))
  while (!signal.aborted) {
    await whenQuiet(client, signal)
    const isDone = !signal.aborted && (await downloadInTurn(deps).catch(warn)) === true
    await storeSongsInTurn(deps).catch(warn)
    await untilNext(isDone, signal)
  }
}

/**
 * Downloads, unless another tab has. Resolves to whether the copy is complete until the next time.
 * Where nothing may be downloaded, responses that screens have fetched are evicted beyond the limit.
 */
const downloadInTurn = (deps: DownloadsOf): Promise<boolean> =>
  withLock(downloadLock(nameKey(deps.member)), deps.signal, async () => {
    if (!(await mayDownload())) {
      // A hidden tab does not know what others have stored since, and offline nothing can be fetched again.
      if (document.visibilityState === 'visible' && navigator.onLine) await evict(deps.client, readLimitBytes())
      return false
    }
    const last = await readRecord(deps)
    if (last?.isComplete === true && Math.abs(Date.now() - last.at) < FRESH_MS) return true
    return (await downloadNow(deps)).isComplete
  })

/** One tab at a time. Their settings are apart from other downloads. */
export const storeSongsInTurn = ({ client, member, signal }: DownloadsOf): Promise<void> =>
  withLock(downloadLock(nameKey(member)), signal, async () => {
    const mayGoOn = () => {
      const settings = readDownloadSettings()
      return findHindrance({ ...settings, limitMb: settings.songsMb }) === undefined
    }
    const { songsMb } = readDownloadSettings()
    if (typeof caches === 'undefined' || !mayGoOn()) return
    // A screen may have left a list behind that is older than the track it showed. A failed read leaves it.
    await Promise.allSettled(songLists(member).map((list) => list.fetch(client)))
    const wanted = listWantedSongs(client, member)
    const record = await storeSongs(wanted, { signal, limitBytes: songsMb * 1_000_000, mayGoOn })
    if (signal.aborted) return
    client.setQueryData<SongsRecord>(SONGS_KEY, record)
    await client.invalidateQueries({ queryKey: STORED_SONGS_KEY })
  })

/** Returns the record of the last download in any tab; undefined if there is none. */
async function readRecord({ member, signal }: DownloadsOf): Promise<DownloadRecord | undefined> {
  const mayOpen = async () => !signal.aborted
  const store = openKeyValueStore(cacheDatabase(member), { durability: 'relaxed', mayOpen })
  try {
    const stored = v.safeParse(StoredRecord, await readStoredData(store, DOWNLOAD_KEY))
    return stored.success ? stored.output : undefined
  } finally {
    store.close()
  }
}

const StoredRecord = v.object({ at: v.number(), bytes: v.number(), isComplete: v.boolean() })

const running = new WeakMap<QueryClient, Promise<DownloadRecord>>()

/** Downloads at once, or joins a running download. `isRequested`: the press is consent. */
export function downloadNow({ client, member, signal }: DownloadsOf, isRequested = false): Promise<DownloadRecord> {
  const present = running.get(client)
  if (present !== undefined) return present
  const download = downloadAll({
    client,
    member,
    signal,
    now: Date.now,
    limitBytes: readLimitBytes(),
    pause: (ms) => pause(ms, signal),
    mayGoOn: () => !signal.aborted && (isRequested || findHindrance(readDownloadSettings()) === undefined),
  }).finally(() => running.delete(client))
  running.set(client, download)
  return download
}

function readLimitBytes(): number {
  const { limitMb } = readDownloadSettings()
  return (limitMb === 0 ? LEAST_MB : limitMb) * 1_000_000
}

async function mayDownload(): Promise<boolean> {
  if (document.visibilityState !== 'visible' || findHindrance(readDownloadSettings()) !== undefined) return false
  return hasRoom(0)
}

/** Resolves when the page has loaded and screens have requested nothing for two seconds. */
async function whenQuiet(client: QueryClient, signal: AbortSignal): Promise<void> {
  await whenIdle()
  for (let quietMs = 0; quietMs < QUIET_MS && !signal.aborted; ) {
    await pause(POLL_INTERVAL_MS, signal)
    quietMs = client.isFetching() === 0 ? quietMs + POLL_INTERVAL_MS : 0
  }
}

/** Waits for the next download; after an incomplete one only for a connection change. */
function untilNext(isDone: boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController()
    const end = () => {
      waiting.abort()
      resolve()
    }
    const options = { signal: AbortSignal.any([signal, waiting.signal]) }
    void pause(AGAIN_MS, options.signal).then(end)
    if (!isDone) window.addEventListener('online', end, options)
  })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

function warn(error: unknown): undefined {
  // Neither a lost connection nor a sign-out is a fault: the next download continues.
  const isSignedOut = error instanceof StoreClosed || (error instanceof Error && error.name === 'AbortError')
  const isExpected = error instanceof Unreachable || isSignedOut
  if (!isExpected) console.warn('Nothing could be downloaded for offline use.', error)
}
