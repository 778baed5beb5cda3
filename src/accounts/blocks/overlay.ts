import type { Blocked } from '#contract/accounts/blocks.ts'
import { nameKey } from '#contract/accounts/names.ts'
import { type Pending, pendingOver } from '#src/offline/outbox/pending.ts'
import { setBlock, setMute } from '../actions.ts'

/**
 * Returns the members that the user has blocked or muted, with the user's pending changes; latest
 * first.
 */
export function overlayBlocks(blocks: readonly Blocked[], pending: Pending): Blocked[] {
  const byName = new Map(blocks.map((it) => [nameKey(it.username), it]))
  const set = (other: string, change: Partial<Blocked>) => {
    const known = byName.get(nameKey(other)) ?? { username: other, blocked: false, muted: false, pfpsm: '' }
    byName.set(nameKey(other), { ...known, ...change })
  }
  for (const { other, isBlocked } of pending.of(setBlock)) set(other, { blocked: isBlocked })
  for (const { other, isMuted } of pending.of(setMute)) set(other, { muted: isMuted })
  return [...byName.values()].filter((it) => it.blocked || it.muted)
}

/**
 * Returns the members blocked or muted by pending actions alone: for use before the list was
 * requested.
 */
export const blocksDoneHere = (outbox: Parameters<typeof pendingOver>[0]) => overlayBlocks([], pendingOver(outbox, 0))

/** Returns whether a pending block or mute is not yet in the responses of the host. */
export function isBlockingDoneHere(outbox: Parameters<typeof pendingOver>[0]): boolean {
  const pending = pendingOver(outbox, 0)
  return pending.of(setBlock).length + pending.of(setMute).length > 0
}

/** Returns the people without those blocked by pending actions, who vanish from lists at once. */
export function withoutBlocked<P>(people: readonly P[], nameOf: (person: P) => string, pending: Pending): P[] {
  const isBlocked = new Map(pending.of(setBlock).map((act) => [nameKey(act.other), act.isBlocked]))
  return people.filter((person) => isBlocked.get(nameKey(nameOf(person))) !== true)
}
