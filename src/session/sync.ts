import { hashKey, type QueryClient } from '@tanstack/react-query'
import { actions } from '#src/app/senders.ts'
import { showsLikes } from '#src/broadcasts/shows-likes.ts'
import { askForSync } from '#src/browser/background-sync.ts'
import { wakeOnPageEvents } from '#src/browser/wake-ups.ts'
import { askAllAgain, liveOptions } from '#src/cache/live.ts'
import { pruneOutbox } from '#src/cache/prune.ts'
import { requestStoragePersistenceOnce } from '#src/cache/storage-persistence.ts'
import type { KeyValueStore } from '#src/offline/device/idb.ts'
import { memberKey } from '#src/offline/device/member.ts'
import type { Connectivity } from '#src/offline/drain/connectivity.ts'
import type { Drainer } from '#src/offline/drain/drainer.ts'
import { createMemberDrainer } from '#src/offline/drain/member-drainer.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { onNewsOf } from '#src/offline/outbox/news.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'
import { statusQuery } from '#src/status/queries.ts'
import { keepSwapId } from '#src/swaps/keep-swap-id.ts'
import { watchRevocation } from './revoked.ts'

const SETTLED_MS = 60
const OTHER_TABS_MS = 5000

export interface DrainingDeps {
  client: QueryClient
  connectivity: Connectivity
  device: KeyValueStore
  name: string
  generation: number
  signal: AbortSignal
}

/** Sends a member's outbox for as long as the signal lives. Its code is fetched after the first paint. */
export function startDraining(deps: DrainingDeps, outbox: Outbox): Drainer {
  const { client, connectivity, device, name, generation, signal } = deps
  const drainer = createMemberDrainer({
    device,
    name,
    generation,
    outbox,
    actions,
    signal,
    later: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
    onError: warn,
    mayTry: () => navigator.onLine,
  })
  drainOnNews(outbox, drainer, signal)
  followStatus(deps, outbox)
  followLikes(deps, outbox)
  watchRevocation(deps, outbox)
  askAfterDrain(deps, outbox)
  followSwaps(outbox, signal)
  pruneAfterAnswers(deps, outbox)
  persistAfterFirstWrite(outbox, signal)
  wakeOnPageEvents({
    drainer,
    connectivity,
    signal,
    onBack: () => void askAllAgain(client),
  })
  return drainer
}

/** Requests persistent storage once this page has queued a write, not at startup: Firefox shows a prompt. */
function persistAfterFirstWrite(outbox: Outbox, signal: AbortSignal) {
  const isOfThisPage = ({ createdAt }: Entry) => createdAt >= performance.timeOrigin
  const request = () => {
    if (outbox.snapshot().entries.some(isOfThisPage)) void requestStoragePersistenceOnce()
  }
  request() // A write may have been queued while this code was fetched.
  signal.addEventListener('abort', onNewsOf(outbox, request))
}

/** What is new to send wakes the drain; where the network is away, the browser is asked to wake the worker later. */
function drainOnNews(outbox: Outbox, drainer: Drainer, signal: AbortSignal) {
  const stop = onNewsOf(outbox, () => {
    void drainer.wake()
    void askForSync()
  })
  signal.addEventListener('abort', stop)
}

/** What the status says of the session: ours goes on where it was paused, and its host can tell repeats apart. */
function followStatus({ client, name, signal }: DrainingDeps, outbox: Outbox) {
  const hash = hashKey(statusQuery.queryKey)
  const heed = () => {
    const status = client.getQueryData(liveOptions(statusQuery).queryKey)?.answer
    if (!status?.viewer || memberKey(status.viewer) !== memberKey(name)) return
    void outbox.trustHost().catch(warn)
    if (outbox.snapshot().meta.paused !== undefined) void outbox.resume().catch(warn)
  }
  heed() // it may have been answered while this code was fetched
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.query.queryHash === hash) heed()
  })
  signal.addEventListener('abort', stop)
}

/** A feed in which anything is liked comes from a host that shows likes. */
function followLikes({ client, signal }: DrainingDeps, outbox: Outbox) {
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryKey[0] !== 'broadcasts') return
    if (showsLikes(event.query.state.data)) void outbox.trustResponses().catch(warn)
  })
  signal.addEventListener('abort', stop)
}

/** Whoever sent it, this tab, another or the worker: what the server has taken is asked for, once, after the last of it. */
function askAfterDrain({ client, signal }: DrainingDeps, outbox: Outbox) {
  let { rev } = outbox.snapshot().meta
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = outbox.subscribe(() => {
    const now = outbox.snapshot().meta.rev
    if (now === rev) return
    rev = now
    clearTimeout(timer)
    timer = setTimeout(() => void askAllAgain(client), SETTLED_MS)
  })
  signal.addEventListener('abort', () => {
    stop()
    clearTimeout(timer)
  })
}

/** What the spec keeps in the local storage of a swap is written from what was acknowledged, whoever sent it. */
function followSwaps(outbox: Outbox, signal: AbortSignal) {
  const keep = () => keepSwapId(outbox.snapshot().entries)
  keep()
  signal.addEventListener('abort', outbox.subscribe(keep))
}

/**
 * Confirmed acts are forgotten a moment after an answer that has them, not at once: other tabs show answers of their own,
 * which have been asked for again by then.
 */
function pruneAfterAnswers({ client, signal }: DrainingDeps, outbox: Outbox) {
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

const warn = (error: unknown) => console.warn('The outbox is in trouble.', error)
