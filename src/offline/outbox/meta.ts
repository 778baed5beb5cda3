import * as v from 'valibot'
import type { Entry } from './entry.ts'

/** Why nothing is sent at present although there is something to send. */
export const Paused = v.picklist(['signed-out', 'wrong-member', 'forbidden'])
export type Paused = v.InferOutput<typeof Paused>

const Rest = v.looseObject({ until: v.number(), seq: v.number() })

/**
 * What holds for the whole outbox. Fields of newer builds are kept; a value that this build can't read falls back by
 * itself, for starting `seq` anew would overwrite entries.
 */
export const Meta = v.looseObject({
  /** Grows with every acknowledgement; an answer asked at an older revision may lack what was acknowledged since. */
  rev: v.fallback(v.number(), 0),
  /** The last entry's place in the order of acts. */
  seq: v.fallback(v.number(), 0),
  paused: v.optional(v.fallback(Paused, 'forbidden')),
  /** How often a pause was ended: a refusal of a request that left before then no longer pauses. */
  resumed: v.fallback(v.optional(v.number()), undefined),
  /** The server asked for quiet (429, 503, Retry-After), in ms since 1970. */
  quietUntil: v.fallback(v.optional(v.number()), undefined),
  /** Requests in a row that had no answer. */
  misses: v.fallback(v.optional(v.number()), undefined),
  /** The breaker is open: entries up to `seq` rest until then. */
  rest: v.fallback(v.optional(Rest), undefined),
  /** Lanes whose last acknowledged action is remembered, newest last; at most `REMEMBERED_MAX`. */
  remembered: v.fallback(v.optional(v.array(v.string())), undefined),
  /** This host shows in its responses what the member has done, so that nothing need be remembered. */
  showsEffects: v.fallback(v.optional(v.boolean()), undefined),
  /** This host has shown that it keeps repeats apart. */
  dedupes: v.fallback(v.optional(v.boolean()), undefined),
})
export type Meta = v.InferOutput<typeof Meta>

/** The number of lanes that are remembered; the oldest are given up first. */
export const REMEMBERED_MAX = 200

export const EMPTY_META: Meta = { rev: 0, seq: 0 }

export interface Loaded {
  meta: Meta
  /** In the order of the acts. */
  entries: Entry[]
}
