import type { Entry } from './entry.ts'
import type { Loaded, Meta } from './meta.ts'

/** What a step does to the store, and what it says to its caller. */
export interface Change<T> {
  meta?: Meta
  put?: readonly Entry[]
  remove?: readonly Entry[]
  result: T
}

/**
 * A step over the meta record and one lane's entries (none for `undefined`). `decide` is pure but for its result: it runs
 * again when the connection died under it, perhaps over what its first run has written.
 */
export interface Step<T = unknown> {
  lane: string | undefined
  decide: (now: Loaded) => Change<T>
}

/** Takes steps one after the other, each over what those before it left. `now` holds their lanes, or more. */
export function takeSteps(now: Loaded, steps: readonly Step[]): Change<unknown>[] {
  let left = now
  return steps.map(({ lane, decide }) => {
    const entries = lane === undefined ? [] : left.entries.filter((it) => it.lane === lane)
    const change = decide({ meta: left.meta, entries })
    left = applyChange(left, change)
    return change
  })
}

/** What is there after a change, in the order of the acts. */
export function applyChange(now: Loaded, { meta, put = [], remove = [] }: Change<unknown>): Loaded {
  const gone = new Set([...remove, ...put].map((it) => it.client_id))
  const entries = now.entries.filter((it) => !gone.has(it.client_id)).concat(put)
  return { meta: meta ?? now.meta, entries: entries.sort((a, b) => a.seq - b.seq) }
}

export const changesNothing = ({ meta, put = [], remove = [] }: Change<unknown>) =>
  meta === undefined && put.length === 0 && remove.length === 0
