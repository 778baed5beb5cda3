import { type Entry, isOnItsWay } from '../outbox/entry.ts'
import { begin, withdraw } from './attempts.ts'
import { isDue, isHalted } from './due.ts'
import { isInDoubt, type Pass } from './pass.ts'

/**
 * Marks an attempt while other requests are under way, so that the network does not wait for the disk. Only where answers
 * come, and never what would be called in doubt if we were killed before it left. Undefined: not marked, for it may not leave
 * or is no longer what the caller saw.
 */
export async function beginAhead(pass: Pass, before: Entry): Promise<Entry | undefined> {
  const begun = await begin(pass.deps.outbox, before)
  if (begun) pass.ahead.set(before.lane, { begun, before })
  return begun
}

/** The mark of this very entry, where it was made ahead. */
export function aheadOf(pass: Pass, { lane, client_id }: Entry): Entry | undefined {
  const begun = pass.ahead.get(lane)?.begun
  return begun?.client_id === client_id ? begun : undefined
}

/** Whether to mark this one's attempt before it has its slot. */
export function mayBeginAhead(pass: Pass, entry: Entry): boolean {
  const action = pass.deps.actions.get(entry.action)
  return (
    action !== undefined && pass.acked > 0 && !isInDoubt(pass, action, entry) && !isHalted(pass) && isDue(pass, entry)
  )
}

/** Marks the one that follows in the lane; asked in one tick with the step that ends `entry`, it shares its transaction. */
export async function beginNext(pass: Pass, entry: Entry): Promise<void> {
  const { entries } = pass.deps.outbox.snapshot()
  const next = entries.find((it) => it.lane === entry.lane && it.seq > entry.seq && isOnItsWay(it))
  if (next && mayBeginAhead(pass, next)) await beginAhead(pass, next)
}

/** The lane has come to rest: what was marked and has not left is again what it was. */
export async function withdrawAhead(pass: Pass, lane: string): Promise<void> {
  const ahead = pass.ahead.get(lane)
  pass.ahead.delete(lane)
  if (ahead) await withdraw(pass.deps.outbox, ahead.begun, ahead.before)
}
