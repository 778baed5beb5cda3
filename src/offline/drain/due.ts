import { type Entry, isForeign, isOnItsWay } from '../outbox/entry.ts'
import type { Meta } from '../outbox/meta.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { isAhead, isQuiet, pausedUntil } from './breaker.ts'
import { type DrainDeps, isUrgent, type Pass } from './pass.ts'

/** Returns the lane to run: urgent first, then fewest attempts, then `seq`. */
export function claimLane(pass: Pass): Entry | undefined {
  if (isHalted(pass)) return undefined
  const free = heads(pass.deps.outbox).filter((entry) => mayClaim(pass, entry))
  const entry = free.sort(
    (a, b) => Number(isUrgent(pass, b)) - Number(isUrgent(pass, a)) || a.attempts - b.attempts || a.seq - b.seq,
  )[0]
  if (!entry) return undefined
  pass.tried.add(entry.lane)
  if (isProbe(pass, entry)) pass.probing = entry.lane
  return entry
}

const mayClaim = (pass: Pass, entry: Entry) =>
  !pass.tried.has(entry.lane) && isDue(pass, entry) && (pass.probing === undefined || !isProbe(pass, entry))

/** Returns whether sending the entry now would be a probe, before its Retry-After is over. */
const isProbe = ({ deps }: Pass, { quietUntil }: Entry) => isAhead(quietUntil, deps.now())

/** Returns the entry in a lane that may be sent now; undefined once the pass is over. */
export const dueHead = (pass: Pass, lane: string) =>
  isHalted(pass) ? undefined : heads(pass.deps.outbox).find((entry) => entry.lane === lane && isDue(pass, entry))

export const isHalted = ({ isOver, deps }: Pass) => {
  return isOver || deps.signal.aborted || deps.outbox.snapshot().meta.paused !== undefined
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

export function isDue(pass: Pass, entry: Entry): boolean {
  const { deps, options } = pass
  if (!isOurs(deps, entry)) return false
  if (isUrgent(pass, entry)) return true
  const now = deps.now()
  const { meta } = deps.outbox.snapshot()
  if (isAhead(entry.quietUntil, now)) return !isQuiet(meta, entry, now)
  if (options.ignoreBackoff === true && entry.status !== 'queued') return true
  if (isAhead(entry.nextAt, now)) return false
  return options.ignoreBackoff === true || pausedUntil(meta, entry.seq, now) === undefined
}

/** Returns whether this build can send the entry. A newer build's blocks its lane. */
const isOurs = ({ actions }: DrainDeps, entry: Entry) => !isForeign(entry) && actions.has(entry.action)

/** Returns when the next entry may be sent, in ms since 1970. */
export function nextAt({ deps, isStopped }: Pass): number | undefined {
  const { meta } = deps.outbox.snapshot()
  if (meta.paused !== undefined || isStopped || deps.signal.aborted) return undefined
  const now = deps.now()
  const starts = heads(deps.outbox)
    .filter((entry) => isOurs(deps, entry))
    .map((entry) => startOf(meta, entry, now))
  return starts.length === 0 ? undefined : Math.min(...starts)
}

function startOf(meta: Meta, { nextAt: at, quietUntil, seq }: Entry, now: number): number {
  if (isAhead(quietUntil, now)) return isAhead(meta.probeAt, now) ? Math.min(meta.probeAt, quietUntil) : now
  return Math.max(isAhead(at, now) ? at : now, pausedUntil(meta, seq, now) ?? now)
}
