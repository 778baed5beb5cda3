import type { Entry } from './entry.ts'
import type { Loaded, Meta } from './meta.ts'

export interface Change<T> {
  meta?: Meta
  put?: readonly Entry[]
  remove?: readonly Entry[]
  result: T
}

/**
 * A step over the meta record and one lane's entries (none for `undefined`). `decide` is pure
 * except for its result: it runs again if the connection is lost during it, perhaps over the result
 * of its first run.
 */
export interface Step<T = unknown> {
  lane: string | undefined
  decide: (now: Loaded) => Change<T>
}

/** Runs steps in order, each on the last result. `now` holds at least their lanes. */
export function runSteps(now: Loaded, steps: readonly Step[]): Change<unknown>[] {
  let current = now
  return steps.map(({ lane, decide }) => {
    const entries = lane === undefined ? [] : current.entries.filter((entry) => entry.lane === lane)
    const change = decide({ meta: current.meta, entries })
    current = applyChange(current, change)
    return change
  })
}

export function applyChange(now: Loaded, { meta, put = [], remove = [] }: Change<unknown>): Loaded {
  const removed = new Set([...remove, ...put].map((it) => it.client_id))
  const entries = now.entries.filter((entry) => !removed.has(entry.client_id)).concat(put)
  return { meta: meta ?? now.meta, entries: entries.sort((a, b) => a.seq - b.seq) }
}

export const changesNothing = ({ meta, put = [], remove = [] }: Change<unknown>) =>
  meta === undefined && put.length === 0 && remove.length === 0
