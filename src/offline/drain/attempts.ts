import { type Action, readArgs, type Sent } from '../outbox/action.ts'
import { findEntry } from '../outbox/action-steps.ts'
import { type Entry, type Failure, isForeign, isOnItsWay, isUnsent } from '../outbox/entry.ts'
import { type Meta, type Paused, REMEMBERED_MAX } from '../outbox/meta.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Change } from '../outbox/steps.ts'
import { countMiss, isAhead, isQuiet, type Miss, PROBE_MS, postponeProbe, resetMisses } from './breaker.ts'

/**
 * Marks an attempt before its request is sent. Resolves to undefined if the entry is not as the
 * caller read it (another drainer has it), or if the outbox has been paused or another drainer has
 * probed the server in the meantime. `isUrgent`: the user demands it.
 */
export const begin = (outbox: Outbox, entry: Entry, isUrgent = false): Promise<Entry | undefined> =>
  outbox.step(entry.lane, ({ meta, entries }): Change<Entry | undefined> => {
    const head = entries.find(isOnItsWay)
    const now = outbox.now()
    if (!head || !isSame(head, entry) || isForeign(head) || meta.paused !== undefined) return { result: undefined }
    if (!isUrgent && isQuiet(meta, head, now)) return { result: undefined }
    const { nextAt: _nextAt, ...remaining } = head
    const attempted: Entry = {
      ...remaining,
      status: 'sending',
      attempts: head.attempts + 1,
      ...(head.attempts === 0 ? { attemptedAt: now } : {}),
    }
    const isProbe = isAhead(head.quietUntil, now)
    return { put: [attempted], result: attempted, ...(isProbe && { meta: { ...meta, probeAt: now + PROBE_MS } }) }
  })

/** Marks an entry as accepted by the server, also one that another drainer has parked meanwhile. */
export const acknowledge = (outbox: Outbox, entry: Entry, sent: Sent, action?: Action) =>
  changeEntry(outbox, entry, isUnsent, (found, meta) => {
    const rev = meta.rev + 1
    const { failure: _failure, nextAt: _nextAt, quietUntil: _quietUntil, ...remaining } = found
    const dedupes = meta.dedupes === true || sent.client_id === entry.client_id
    const remembered = dedupes ? undefined : rememberedAfter(meta.remembered, entry, action)
    const meta_ = {
      ...resetMisses(meta, found),
      rev,
      ...(dedupes ? { dedupes } : {}),
      ...(remembered ? { remembered } : {}),
    }
    const acked: Entry = { ...remaining, status: 'acked', ackedRev: rev, ackedAt: outbox.now() }
    return { entry: { ...acked, ...toMadeId({ madeId: sent.id }) }, meta: meta_ }
  })

/** The remembered lanes once an entry was acknowledged; undefined when that changes nothing. */
function rememberedAfter(before: readonly string[] = [], entry: Entry, action: Action | undefined) {
  const args: unknown = action?.isRemembered && readArgs(action, entry)
  if (args === undefined) return undefined
  const others = before.filter((lane) => lane !== entry.lane)
  return action?.isRemembered?.(args) === true ? [...others, entry.lane].slice(-REMEMBERED_MAX) : others
}

/** Stores the id that an earlier call created: the next attempt continues there. */
const toMadeId = ({ madeId }: { madeId?: number | undefined }) => (madeId === undefined ? {} : { madeId })

/** Stores the first call's id before the next: it identifies the record, also after a crash. */
export const storeMadeId = (outbox: Outbox, entry: Entry, madeId: number) =>
  changeEntry(outbox, entry, isSame, (found) => ({ entry: { ...found, madeId } }))

interface Retry {
  nextAt: number
  /** See `Entry.quietUntil`. Without it an earlier one stays in force. */
  quietUntil?: number | undefined
  miss?: Miss | undefined
}

/** Schedules a retry; after a later attempt by another drainer it stores the Retry-After alone. */
export const postpone = (outbox: Outbox, entry: Entry, { nextAt, quietUntil, miss }: Retry) => {
  const isDemand = (found: Entry) => quietUntil !== undefined && isOnItsWay(found) && !isForeign(found)
  const may = (found: Entry) => isSame(found, entry) || isDemand(found)
  return changeEntry(outbox, entry, may, (found, meta) => {
    const now = outbox.now()
    const isCurrent = isSame(found, entry)
    const counted = isCurrent && miss ? countMiss(meta, now, miss) : meta
    const wait: Partial<Entry> = isCurrent ? { ...toMadeId(entry), status: 'waiting', nextAt } : {}
    const quiet = quietUntil === undefined ? {} : { quietUntil }
    return {
      entry: { ...found, ...wait, ...quiet },
      meta: quietUntil === undefined ? counted : postponeProbe(counted, now),
    }
  })
}

/** Schedules a retry of an entry that certainly had no effect: the attempt is not counted. */
export const postponeUncounted = (outbox: Outbox, entry: Entry, nextAt: number) =>
  changeEntry(outbox, entry, isSame, ({ quietUntil, ...found }, meta) => ({
    entry: { ...found, status: 'waiting', attempts: Math.max(0, found.attempts - 1), nextAt },
    meta: resetMisses(meta, { quietUntil }),
  }))

/** Parks an entry that is rejected or in doubt, for the user to decide. Its lane continues. */
export const park = (outbox: Outbox, entry: Entry, failure: Failure, miss?: Miss) =>
  changeEntry(outbox, entry, isSame, (found, meta) => ({
    entry: { ...found, ...toMadeId(entry), status: 'parked', failure },
    ...(miss ? { meta: countMiss(meta, outbox.now(), miss) } : {}),
    ...(failure.status === undefined ? {} : { meta: resetMisses(meta, found) }),
  }))

/** Drops an entry with a deleted subject; pruned like an acknowledged one. */
export const drop = (outbox: Outbox, entry: Entry, failure: Failure) =>
  changeEntry(outbox, entry, isSame, (found, meta) => {
    const rev = meta.rev + 1
    const dropped: Entry = { ...found, status: 'acked', ackedRev: rev, ackedAt: outbox.now(), failure }
    return { entry: dropped, meta: { ...resetMisses(meta, found), rev } }
  })

/**
 * Pauses sending until `resume`. The entry stays queued, the attempt is not counted. `resumed` is
 * the `meta.resumed` value when the request was sent: if it has grown since, only the entry waits.
 */
export const pause = (outbox: Outbox, entry: Entry, paused: Paused, resumed?: number): Promise<void> =>
  outbox.step(entry.lane, ({ meta, entries }) => {
    const found = findEntry(entries, entry)
    const isStale = resumed !== undefined && resumed !== (meta.resumed ?? 0)
    const waits = found && isSame(found, entry)
    return {
      meta: isStale ? resetMisses(meta, entry) : { ...resetMisses(meta, entry), paused },
      put: waits ? [{ ...found, status: 'waiting', attempts: Math.max(0, found.attempts - 1) }] : [],
      result: undefined,
    }
  })

export const allowProbe = (outbox: Outbox): Promise<void> => outbox.changeMeta(({ probeAt: _probeAt, ...meta }) => meta)

/** Runs a step on an entry, unless it is removed or `may` returns false. */
async function changeEntry(
  outbox: Outbox,
  entry: Entry,
  may: (found: Entry, seen: Entry) => boolean,
  how: (found: Entry, meta: Meta) => { entry: Entry; meta?: Meta },
): Promise<Entry | undefined> {
  const changed = await outbox.step(entry.lane, ({ meta, entries }): Change<Entry | undefined> => {
    const found = findEntry(entries, entry)
    if (!found || !may(found, entry)) return { result: undefined }
    const next = how(found, meta)
    return { put: [next.entry], ...(next.meta ? { meta: next.meta } : {}), result: next.entry }
  })
  // The caller's snapshot is stale: another drainer was faster, and its announcement may still be
  // in transit.
  if (changed === undefined) await outbox.reload().catch(() => {})
  return changed
}

/** Returns whether the entry is unchanged: without locks another drainer may have written it. */
const isSame = (found: Entry, seen: Entry) =>
  found.client_id === seen.client_id && found.status === seen.status && found.attempts === seen.attempts
