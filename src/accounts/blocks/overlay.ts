import type { Blocked } from '#contract/accounts/blocks.ts'
import { nameKey } from '#contract/accounts/names.ts'
import { type Pending, pendingOver } from '#src/offline/outbox/pending.ts'
import { block, mute, unblock, unmute } from '../actions.ts'

/** Whom the member keeps away, with what was blocked, muted and ended here; latest first. */
export function overlayBlocks(blocks: readonly Blocked[], pending: Pending): Blocked[] {
  const byName = new Map(blocks.map((it) => [nameKey(it.username), it]))
  const set = (other: string, change: Partial<Blocked>) => {
    const known = byName.get(nameKey(other)) ?? { username: other, blocked: false, muted: false, pfpsm: '' }
    byName.set(nameKey(other), { ...known, ...change })
  }
  for (const [, { other, isOn }] of lastWords(pending.of(block), pending.of(unblock))) set(other, { blocked: isOn })
  for (const [, { other, isOn }] of lastWords(pending.of(mute), pending.of(unmute))) set(other, { muted: isOn })
  return [...byName.values()].filter((it) => it.blocked || it.muted)
}

/** Whom the member keeps away by what was done here alone: for before the list has been asked for. */
export const blocksDoneHere = (outbox: Parameters<typeof pendingOver>[0]) => overlayBlocks([], pendingOver(outbox, 0))

/** People without those who were blocked here: they vanish from lists at once. */
export function withoutBlocked<P>(people: readonly P[], nameOf: (person: P) => string, pending: Pending): P[] {
  const words = lastWords(pending.of(block), pending.of(unblock))
  return people.filter((it) => words.get(nameKey(nameOf(it)))?.isOn !== true)
}

interface Word {
  other: string
  isOn: boolean
}

/** The last word on each member; across both actions `seq` decides. */
function lastWords(
  on: readonly { other: string; entry: { seq: number } }[],
  off: readonly { other: string; entry: { seq: number } }[],
): Map<string, Word> {
  const acts = [...on.map((it) => ({ ...it, isOn: true })), ...off.map((it) => ({ ...it, isOn: false }))]
  acts.sort((a, b) => a.entry.seq - b.entry.seq)
  return new Map(acts.map(({ other, isOn }) => [nameKey(other), { other, isOn }]))
}
