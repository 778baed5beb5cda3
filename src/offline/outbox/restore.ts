import { type Entry, isForeign } from './entry.ts'
import type { Loaded } from './meta.ts'
import type { Change } from './steps.ts'

/** Returns whether the store lacks what the snapshot has: the browser has deleted it. */
export const isBehind = ({ meta }: Pick<Loaded, 'meta'>, snapshot: Loaded) =>
  meta.seq < snapshot.meta.seq || meta.rev < snapshot.meta.rev

/** Returns the change for a step that stores the snapshot again, and its own change over it. */
export function decideOver<T>(
  snapshot: Loaded,
  lane: string | undefined,
  decide: (now: Loaded) => Change<T>,
): Change<T> {
  const { meta } = snapshot
  const whole = snapshot.entries.filter(isWhole)
  const change = decide({ meta, entries: whole.filter((entry) => entry.lane === lane) })
  const changed = new Set([...(change.put ?? []), ...(change.remove ?? [])].map((entry) => entry.client_id))
  const others = whole.filter((entry) => !changed.has(entry.client_id))
  return { ...change, meta: change.meta ?? meta, put: [...others, ...(change.put ?? [])] }
}

/** Returns whether the entry is as stored: one from a newer build may be a placeholder. */
const isWhole = (entry: Entry) => !isForeign(entry) || entry.action !== ''
