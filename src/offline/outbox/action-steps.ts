import { type Action, storedNames } from './action.ts'
import { ENTRY_VERSION, type Entry, isAttempted, isForeign, isOnItsWay } from './entry.ts'
import type { Loaded, Meta } from './meta.ts'
import type { Change } from './steps.ts'

export interface DispatchOptions {
  /** How long the entry is delayed, in ms, so that it can be undone. */
  holdMs?: number
}

/** Returns the change that appends an action, or replaces an entry with it. */
export function appendEntry(
  { meta, entries }: Loaded,
  action: Action,
  fields: Pick<Entry, 'client_id' | 'lane' | 'args'>,
  now: number,
  options: DispatchOptions,
): Change<Entry> {
  // The connection was lost after the first run was written: it is already stored.
  const stored = findEntry(entries, fields)
  if (stored) return { meta, put: [stored], result: stored }
  const seq = nextSeq(meta, entries)
  const entry: Entry = {
    v: ENTRY_VERSION,
    seq,
    ...fields,
    action: action.name,
    status: 'queued',
    attempts: 0,
    createdAt: now,
    ...(options.holdMs === undefined ? {} : { nextAt: now + options.holdMs }),
  }
  const last = entries.filter(isOnItsWay).at(-1)
  // Only entries without attempts: an attempted entry may already have taken effect.
  const isReplaced = last && !isForeign(last) && isRetractable(last) && isReplacedBy(last, action)
  return { meta: { ...meta, seq }, put: [entry], remove: isReplaced ? [last] : [], result: entry }
}

const isReplacedBy = (last: Entry, action: Action) =>
  action.replacesLast === true && storedNames(action).includes(last.action)

/** Returns the change that removes an unattempted or parked entry; false if too late. */
export function discardEntry({ entries }: Loaded, entry: Entry): Change<boolean> {
  const found = findEntry(entries, entry)
  const mayGo = found && !isForeign(found) && (found.status === 'parked' || isWithoutEffect(found))
  return mayGo ? { remove: [found], result: true } : { result: false }
}

/** Returns the change that sends a parked entry again: under its own id if it may have worked. */
export function retryEntry(
  { meta, entries }: Loaded,
  parked: Entry,
  newId: string,
  now: number,
): Change<Entry | undefined> {
  // The connection was lost after the first run was written: it is already queued again.
  const done = entries.find(
    (entry) => entry.seq > parked.seq && (entry.client_id === newId || entry.client_id === parked.client_id),
  )
  if (done) return { meta, remove: [parked], put: [done], result: done }
  const found = findEntry(entries, parked)
  if (found?.status !== 'parked' || isForeign(found)) return { result: undefined }
  const { failure, nextAt: _nextAt, quietUntil: _quietUntil, ...remaining } = found
  // With its old id it stays attempted: it can neither be undone nor replaced.
  const id = failure?.mayHaveTakenEffect === true ? { attempts: 1 } : { client_id: newId, attempts: 0 }
  const seq = nextSeq(meta, entries)
  const again: Entry = { ...remaining, ...id, seq, status: 'queued', createdAt: now }
  return { meta: { ...meta, seq }, remove: [found], put: [again], result: again }
}

/** Returns a number above all in the lane, even without the meta record. */
const nextSeq = (meta: Meta, entries: readonly Entry[]) => Math.max(meta.seq, ...entries.map((it) => it.seq)) + 1

export const findEntry = (entries: readonly Entry[], { client_id }: Pick<Entry, 'client_id'>) =>
  entries.find((entry) => entry.client_id === client_id)

/** Returns whether the entry was never attempted: there is no effect to undo. */
const isRetractable = (entry: Entry) => entry.status === 'queued' && !isAttempted(entry)

/** Never sent, or rejected before it had an effect: signed out, or suspended. */
const isWithoutEffect = (entry: Entry) => isRetractable(entry) || (entry.status === 'waiting' && !isAttempted(entry))
