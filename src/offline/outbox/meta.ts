import * as v from 'valibot'
import type { Entry } from './entry.ts'

/** Why sending is paused although entries are pending. */
export const Paused = v.picklist(['signed-out', 'wrong-member', 'forbidden'])
export type Paused = v.InferOutput<typeof Paused>

const Rest = v.looseObject({ until: v.number(), seq: v.number() })

/** The outbox's state. Invalid values fall back one by one: a restarted `seq` overwrites entries. */
export const Meta = v.looseObject({
  /** Grows with acknowledgements: a response from an older revision may lack some. */
  rev: v.fallback(v.number(), 0),
  seq: v.fallback(v.number(), 0),
  paused: v.optional(v.fallback(Paused, 'forbidden')),
  /** The number of resumes: a refusal from before the last one no longer pauses. */
  resumed: v.fallback(v.optional(v.number()), undefined),
  /** The earliest time of the next probe: for an entry before its `quietUntil`; ms since 1970. */
  probeAt: v.fallback(v.optional(v.number()), undefined),
  /** Requests in a row without a response. */
  misses: v.fallback(v.optional(v.number()), undefined),
  /** The breaker is open: entries up to `seq` wait until then. */
  rest: v.fallback(v.optional(Rest), undefined),
  /** Lanes with a remembered last acknowledged action, newest last; at most `REMEMBERED_MAX`. */
  remembered: v.fallback(v.optional(v.array(v.string())), undefined),
  /** This host has been seen to deduplicate. */
  dedupes: v.fallback(v.optional(v.boolean()), undefined),
})
export type Meta = v.InferOutput<typeof Meta>

/** The most remembered lanes; the oldest are evicted first. */
export const REMEMBERED_MAX = 200

export const EMPTY_META: Meta = { rev: 0, seq: 0 }

export interface Loaded {
  meta: Meta
  /** In `seq` order. */
  entries: Entry[]
}
