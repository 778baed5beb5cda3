import { type Entry, isForeign, isOnItsWay } from '../outbox/entry.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { isAhead, isQuiet, pausedUntil } from './breaker.ts'
import type { DrainDeps, Pass } from './pass.ts'

/**
 * Returns the due head of a lane that has not run in this pass. Fewest attempts first, so that
 * repeated failures never delay new entries; then in order of `seq`.
 */
export function claimLane(pass: Pass): Entry | undefined {
  if (isHalted(pass)) return undefined
  const free = heads(pass.deps.outbox).filter((entry) => !pass.tried.has(entry.lane) && isDue(pass, entry))
  const entry = free.sort((a, b) => a.attempts - b.attempts || a.seq - b.seq)[0]
  if (entry) pass.tried.add(entry.lane)
  return entry
}

/** Returns the entry of a lane that may be sent now; undefined once the pass is over. */
export const dueHead = (pass: Pass, lane: string) =>
  isHalted(pass) ? undefined : heads(pass.deps.outbox).find((entry) => entry.lane === lane && isDue(pass, entry))

/** Returns whether sending is stopped. */
export const isHalted = ({ isOver, deps }: Pass) => {
  const { meta } = deps.outbox.snapshot()
  return isOver || deps.signal.aborted || meta.paused !== undefined || isQuiet(meta, deps.now())
}

/** Returns each lane's first entry that is neither sent nor parked, in order of `seq`. */
export function heads(outbox: Outbox): Entry[] {
  const seen = new Set<string>()
  return outbox.snapshot().entries.filter((entry) => {
    if (!isOnItsWay(entry) || seen.has(entry.lane)) return false
    seen.add(entry.lane)
    return true
  })
}

/** Returns whether the entry's own wait and the breaker's are over. */
export function isDue({ deps, options }: Pass, entry: Entry): boolean {
  if (!isOurs(deps, entry)) return false
  const now = deps.now()
  if (options.ignoreBackoff === true && entry.status !== 'queued') return true
  if (isAhead(entry.nextAt, now)) return false
  return options.ignoreBackoff === true || pausedUntil(deps.outbox.snapshot().meta, entry.seq, now) === undefined
}

/**
 * Returns whether this build can send the entry. One of a newer build blocks its lane, or order
 * would be lost.
 */
const isOurs = ({ actions }: DrainDeps, entry: Entry) => !isForeign(entry) && actions.has(entry.action)

/** Returns when the next entry may be sent, in ms since 1970. */
export function nextAt({ deps, isStopped }: Pass): number | undefined {
  const { meta } = deps.outbox.snapshot()
  if (meta.paused !== undefined || isStopped || deps.signal.aborted) return undefined
  const now = deps.now()
  const starts = heads(deps.outbox)
    .filter((entry) => isOurs(deps, entry))
    .map((entry) => Math.max(isAhead(entry.nextAt, now) ? entry.nextAt : now, pausedUntil(meta, entry.seq, now) ?? now))
  if (starts.length === 0) return undefined
  return Math.max(Math.min(...starts), isAhead(meta.quietUntil, now) ? meta.quietUntil : now)
}
