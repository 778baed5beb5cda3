import type { DatabaseWatch } from '#server/db/watch.ts'
import { describeFault, isCausedByData, storeWithoutFaulty } from '#server/db/without-faulty.ts'
import { LOCK_TIMEOUT_MS } from '#server/http/attempt.ts'
import type { JobServices } from '#server/queue/define-queue.ts'
import type { RelayConfig } from '../relays/limits.ts'
import { aggregateBatch, type BatchResult, NotDeleted } from './aggregate-batch.ts'
import { listPending, listPendingScrobbles, type PendingScrobble, setAside } from './inbox.ts'

export interface Services extends Pick<JobServices, 'db' | 'now' | 'log'> {
  readonly config: RelayConfig
  readonly watch: Pick<DatabaseWatch, 'isAway'>
}

/** Scrobbles per transaction. */
export const BATCH_MAX = 1000
/** Skipped members are tried again after this many batches. */
const RETRY_SKIPPED_AFTER = 10
/** A read waits this long for another transaction that has locked the member's listens. */
const READ_LOCK_TIMEOUT_MS = 2_000

/**
 * Aggregates pending scrobbles in batches until none are left or `signal` is aborted. Returns the
 * members that were skipped because another transaction has locked their listens. Throws if the
 * database fails for a reason other than a single scrobble.
 */
export async function aggregateInbox(services: Services, signal?: AbortSignal): Promise<ReadonlySet<number>> {
  const skipped = new Set<number>()
  for (let batches = 1; ; batches++) {
    const pending = await listPending(services.db, skipped, BATCH_MAX)
    if (pending.length === 0) return skipped
    const result = await aggregate(services, pending, { lockTimeoutMs: LOCK_TIMEOUT_MS })
    for (const memberId of result.skipped) skipped.add(memberId)
    const isStalled = result.aggregated === 0 && result.skipped.length === 0
    if (pending.length < BATCH_MAX || isStalled || signal?.aborted) return skipped
    if (batches % RETRY_SKIPPED_AFTER === 0) skipped.clear()
  }
}

/**
 * Aggregates a member's pending scrobbles before a read, so that the response includes all accepted
 * scrobbles. Costs one index lookup if there are none. Never throws: while an import has locked the
 * member's listens, the response omits the pending scrobbles. Resolves to whether there were any.
 */
export async function aggregateBeforeRead(services: Services, memberId: number): Promise<boolean> {
  try {
    return await aggregateMember(services, memberId, READ_LOCK_TIMEOUT_MS)
  } catch (error) {
    services.log.warn('Pending scrobbles were not aggregated before a read', { reason: describeFault(error) })
    return true
  }
}

/**
 * Aggregates a member's pending scrobbles. Resolves to whether there were any. Throws a Refusal 503
 * if the member's listens stay locked.
 */
export async function aggregateMember(
  services: Services,
  memberId: number,
  lockTimeoutMs: number = LOCK_TIMEOUT_MS,
): Promise<boolean> {
  const pending = await listPendingScrobbles(services.db, memberId)
  for (let start = 0; start < pending.length; start += BATCH_MAX) {
    await aggregate(services, pending.slice(start, start + BATCH_MAX), { lockTimeoutMs, waitFor: memberId })
  }
  return pending.length > 0
}

interface Options {
  readonly lockTimeoutMs: number
  readonly waitFor?: number
}

/** Aggregates a batch. Scrobbles that the database rejects are set aside. */
async function aggregate(
  services: Services,
  scrobbles: readonly PendingScrobble[],
  options: Options,
): Promise<BatchResult> {
  const { results, faulty } = await storeWithoutFaulty(
    scrobbles,
    (part) => aggregateBatch(services.db, part, { ...options, relaying: services }),
    isFault,
  )
  const all = [...results]
  for (const { row, error } of faulty) all.push(await aggregateFaulty(services, row, options, error))
  return {
    aggregated: all.reduce((sum, { aggregated }) => sum + aggregated, 0),
    skipped: all.flatMap(({ skipped }) => skipped),
  }
}

/**
 * Aggregates a scrobble that has failed, without its relays, since these must not keep it from the
 * listens. If it fails again, sets it aside.
 */
async function aggregateFaulty(
  services: Services,
  scrobble: PendingScrobble,
  options: Options,
  failure: unknown,
): Promise<BatchResult> {
  try {
    const result = await aggregateBatch(services.db, [scrobble], options)
    services.log.error('A scrobble was aggregated, but not queued for its relays', { reason: describeFault(failure) })
    return result
  } catch (error) {
    if (!isFault(error)) throw error
    await setFaultyAside(services, scrobble.id, error)
    return { aggregated: 1, skipped: [] }
  }
}

async function setFaultyAside({ db, log }: Services, id: number, error: unknown): Promise<void> {
  const reason = describeFault(error)
  await setAside(db, id, error instanceof Error ? `${reason}: ${error.message}` : reason)
  log.error('A scrobble cannot be aggregated and was set aside in scrobble_inbox', { id, reason })
}

const isFault = (error: unknown): boolean => error instanceof NotDeleted || isCausedByData(error)
