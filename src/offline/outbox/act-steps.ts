import { type ActKind, storedNames } from './action.ts'
import { ENTRY_VERSION, type Entry, isAttempted, isForeign, isOnItsWay } from './entry.ts'
import type { Loaded, Meta } from './meta.ts'
import type { Change } from './steps.ts'

export interface DispatchOptions {
  /** Keeps the entry back for so long, so that it can be undone. */
  holdMs?: number
}

/** Decides how an act is kept: last in its lane, or in the place of one that it makes pointless. */
export function appended(
  { meta, entries }: Loaded,
  action: ActKind,
  act: Pick<Entry, 'client_id' | 'lane' | 'args'>,
  now: number,
  options: DispatchOptions,
): Change<Entry> {
  // The connection died after the first run was written: it is kept already.
  const kept = findEntry(entries, act)
  if (kept) return { meta, put: [kept], result: kept }
  const seq = nextSeq(meta, entries)
  const entry: Entry = {
    v: ENTRY_VERSION,
    seq,
    ...act,
    action: action.name,
    status: 'queued',
    attempts: 0,
    createdAt: now,
    ...(options.holdMs === undefined ? {} : { nextAt: now + options.holdMs }),
  }
  const last = entries.filter(isOnItsWay).at(-1)
  // Only what was never attempted: an attempted entry may already have taken effect.
  const isReplaced = last && !isForeign(last) && isRetractable(last) && isReplacedBy(last, action)
  return { meta: { ...meta, seq }, put: [entry], remove: isReplaced ? [last] : [], result: entry }
}

const isReplacedBy = (last: Entry, action: ActKind) =>
  action.replacesLast === true && storedNames(action).includes(last.action)

/** Takes back what was never attempted, or gives up what is parked; false where it is too late, or gone. */
export function discarded({ entries }: Loaded, entry: Entry): Change<boolean> {
  const found = findEntry(entries, entry)
  const mayGo = found && !isForeign(found) && (found.status === 'parked' || isRetractable(found))
  return mayGo ? { remove: [found], result: true } : { result: false }
}

/** Decides how a parked entry is sent again: under `newId`, or under its own where it may have been done. */
export function retried(
  { meta, entries }: Loaded,
  parked: Entry,
  newId: string,
  now: number,
): Change<Entry | undefined> {
  // The connection died after the first run was written: it waits again already.
  const done = entries.find(
    (it) => it.seq > parked.seq && (it.client_id === newId || it.client_id === parked.client_id),
  )
  if (done) return { meta, remove: [parked], put: [done], result: done }
  const found = findEntry(entries, parked)
  if (found?.status !== 'parked' || isForeign(found)) return { result: undefined }
  const { failure, nextAt: _nextAt, ...kept } = found
  // With its old id it stays attempted: it may neither be taken back nor replaced.
  const id = failure?.mayHaveTakenEffect === true ? { attempts: 1 } : { client_id: newId, attempts: 0 }
  const seq = nextSeq(meta, entries)
  const again: Entry = { ...kept, ...id, seq, status: 'queued', createdAt: now }
  return { meta: { ...meta, seq }, remove: [found], put: [again], result: again }
}

/** Above all there is in the lane, even where the meta record was lost: entries never overwrite each other. */
const nextSeq = (meta: Meta, entries: readonly Entry[]) => Math.max(meta.seq, ...entries.map((it) => it.seq)) + 1

/** The entry as it is stored now. */
export const findEntry = (entries: readonly Entry[], { client_id }: Pick<Entry, 'client_id'>) =>
  entries.find((it) => it.client_id === client_id)

/** Never attempted, so that taking it back leaves nothing behind. */
const isRetractable = (entry: Entry) => entry.status === 'queued' && !isAttempted(entry)
