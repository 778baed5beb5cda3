import type { QueryClient } from '@tanstack/react-query'
import { call } from '#src/api/call.ts'
import { requestSync } from '#src/browser/background-sync.ts'
import { wakeOnPageEvents } from '#src/browser/wake-ups.ts'
import { pruneOutbox } from '#src/cache/prune.ts'
import { refetchAll } from '#src/cache/refetch.ts'
import { requestStoragePersistenceOnce } from '#src/cache/storage-persistence.ts'
import type { KeyValueStore } from '#src/offline/device/idb.ts'
import { isCurrent, memberKey } from '#src/offline/device/member.ts'
import { type Connectivity, isWorking } from '#src/offline/drain/connectivity.ts'
import type { Drainer } from '#src/offline/drain/drainer.ts'
import { later } from '#src/offline/drain/later.ts'
import { createMemberDrainer } from '#src/offline/drain/member-drainer.ts'
import { createUnstoredSender } from '#src/offline/drain/send-unstored.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { onOutboxNews } from '#src/offline/outbox/news.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'
import { storeSentSwapId } from '#src/swaps/store-sent-swap-id.ts'
import { refetchAfterDrain } from './refetch-after-drain.ts'
import { watchRevocation } from './revoked.ts'
import { actions } from './senders.ts'
import { watchStatus } from './watch-status.ts'

const OTHER_TABS_MS = 5000

export interface DrainingDeps {
  client: QueryClient
  connectivity: Connectivity
  device: KeyValueStore
  name: string
  generation: number
  signal: AbortSignal
  /** Called once the server has ended the session and the member's cached data is deleted. */
  onRevoked?: (() => void) | undefined
}

/** Sends a member's outbox until the signal aborts. Its code is fetched after the first paint. */
export function startDraining(deps: DrainingDeps, outbox: Outbox): Drainer {
  const { client, connectivity, device, name, generation, signal } = deps
  const drainer = createMemberDrainer({
    device,
    name,
    generation,
    outbox,
    actions,
    signal,
    later,
    onError: warn,
    mayTry: () => navigator.onLine,
  })
  drainOnNews(outbox, drainer, signal)
  followStatus(deps, outbox, drainer)
  watchRevocation(deps, outbox)
  refetchAfterDrain(outbox, () => void refetchAll(client), signal)
  followSwaps(outbox, signal)
  pruneAfterResponses(deps, outbox)
  persistAfterFirstWrite(outbox, signal)
  wakeOnPageEvents({
    drainer,
    connectivity,
    signal,
    onBack: () => void refetchAll(client),
  })
  return drainer
}

/** Returns the function that sends what a full device can't store. */
export const startUnstoredSender = (
  { client, connectivity, device, name, generation, signal }: DrainingDeps,
  outbox: Outbox,
) =>
  createUnstoredSender({
    outbox,
    actions,
    call,
    isWorking: () => navigator.onLine && isWorking(connectivity.connection()),
    isCurrent: () => isCurrent(device, name, generation),
    onSent: () => void refetchAll(client),
    signal,
  })

/** Requests persistent storage after the first queued write: Firefox shows a prompt. */
function persistAfterFirstWrite(outbox: Outbox, signal: AbortSignal) {
  const isOfThisPage = ({ createdAt }: Entry) => createdAt >= performance.timeOrigin
  const request = () => {
    if (outbox.snapshot().entries.some(isOfThisPage)) void requestStoragePersistenceOnce()
  }
  request() // A write may have been queued while this code was fetched.
  signal.addEventListener('abort', onOutboxNews(outbox, request))
}

/** Wakes the drain for new entries; offline, requests that the browser wake the worker later. */
function drainOnNews(outbox: Outbox, drainer: Drainer, signal: AbortSignal) {
  const stop = onOutboxNews(outbox, () => {
    void drainer.wake()
    void requestSync()
  })
  signal.addEventListener('abort', stop)
}

/** Resumes an outbox when the status confirms the session or a suspension has ended. */
function followStatus({ client, name, signal }: DrainingDeps, outbox: Outbox, drainer: Drainer) {
  let isSuspended = false
  // The response may have arrived while this code was fetched.
  watchStatus(client, signal, (status) => {
    if (!status?.viewer || memberKey(status.viewer) !== memberKey(name)) return
    void outbox.trustHost().catch(warn)
    if (outbox.snapshot().meta.paused !== undefined) void outbox.resume().catch(warn)
    if (isSuspended && !status.is_suspended) void drainer.wake({ ignoreBackoff: true })
    isSuspended = status.is_suspended
  })
}

/** Writes the spec's localStorage keys for swaps that any tab or the worker has sent. */
function followSwaps(outbox: Outbox, signal: AbortSignal) {
  const storeId = () => storeSentSwapId(outbox.snapshot().entries)
  storeId()
  signal.addEventListener('abort', outbox.subscribe(storeId))
}

/** Prunes confirmed entries after a moment: other tabs have refetched by then. */
function pruneAfterResponses({ client, signal }: DrainingDeps, outbox: Outbox) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const prune = () => {
    timer = undefined
    void pruneOutbox(client, outbox, Date.now()).catch(warn)
  }
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') timer ??= setTimeout(prune, OTHER_TABS_MS)
  })
  signal.addEventListener('abort', () => {
    stop()
    clearTimeout(timer)
  })
}

const warn = (error: unknown) => console.warn('The outbox failed.', error)
