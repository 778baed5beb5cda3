import type { Blocked } from '#contract/accounts/blocks.ts'
import { nameKey } from '#contract/accounts/names.ts'
import { NEVER, type PendingOf, pendingOver } from '#src/offline/outbox/pending.ts'
import { setBlock, setMute } from './actions.ts'

export const blockReads = [setBlock] as const
/** Actions for lists without blocked and muted members, and for the list of both. */
export const blockAndMuteReads = [setBlock, setMute] as const

type Blocks = PendingOf<typeof blockReads>
type BlocksAndMutes = PendingOf<typeof blockAndMuteReads>

/** Latest first. */
export function overlayBlocks(blocks: readonly Blocked[], pending: BlocksAndMutes): Blocked[] {
  const byName = new Map(blocks.map((block) => [nameKey(block.username), block]))
  const set = (other: string, change: Partial<Blocked>) => {
    const known = byName.get(nameKey(other)) ?? { username: other, blocked: false, muted: false, pfpsm: '' }
    byName.set(nameKey(other), { ...known, ...change })
  }
  for (const { other, isBlocked } of pending.of(setBlock)) set(other, { blocked: isBlocked })
  for (const { other, isMuted } of pending.of(setMute)) set(other, { muted: isMuted })
  return [...byName.values()].filter((row) => row.blocked || row.muted)
}

/** Returns the members blocked or muted by pending actions alone, for use without the list. */
export const blocksDoneHere = (outbox: Parameters<typeof pendingOver>[0]) =>
  overlayBlocks([], pendingOver(outbox, NEVER))

type IsHidden = (name: string | undefined) => boolean

/** Returns a test for the members that pending actions block. */
export function findBlocked(pending: Blocks): IsHidden {
  const blocked = keysOn(pending.of(setBlock).map(({ other, isBlocked }) => [other, isBlocked]))
  return (name) => name !== undefined && blocked.has(nameKey(name))
}

export function findBlockedOrMuted(pending: BlocksAndMutes): IsHidden {
  const isBlocked = findBlocked(pending)
  const muted = keysOn(pending.of(setMute).map(({ other, isMuted }) => [other, isMuted]))
  return (name) => isBlocked(name) || (name !== undefined && muted.has(nameKey(name)))
}

/** Returns the name keys with true as their last value. */
const keysOn = (actions: readonly (readonly [string, boolean])[]): ReadonlySet<string> =>
  new Set(
    [...new Map(actions.map(([name, isOn]) => [nameKey(name), isOn]))].flatMap(([key, isOn]) => (isOn ? [key] : [])),
  )

export function withoutBlocked<P>(people: readonly P[], nameOf: (person: P) => string, pending: Blocks): P[] {
  const isBlocked = findBlocked(pending)
  return people.filter((person) => !isBlocked(nameOf(person)))
}
