import * as v from 'valibot'

/**
 * queued: never attempted. sending: an attempt was begun (after a crash: ambiguous). waiting: will
 * be retried at `nextAt`. parked: rejected or in doubt; needs the user. acked: the server has it;
 * retained until no stored response is older.
 */
export const EntryStatus = v.picklist(['queued', 'sending', 'waiting', 'parked', 'acked'])
export type EntryStatus = v.InferOutput<typeof EntryStatus>

/** An entry with a higher version belongs to a newer build and is left alone. */
export const ENTRY_VERSION = 1

const Failure = v.looseObject({
  sentence: v.string(),
  status: v.optional(v.number()),
  code: v.optional(v.string()),
  /** It must not be repeated, and may have taken effect: a retry retains its `client_id`. */
  mayHaveTakenEffect: v.optional(v.boolean()),
})
export type Failure = v.InferOutput<typeof Failure>

/** A user's action as stored in IndexedDB. Fields from newer builds are retained. */
export const Entry = v.looseObject({
  v: v.number(),
  /** The order of actions on this device: set by the store, never by a clock. */
  seq: v.number(),
  /** Created with the action; never changes. */
  client_id: v.string(),
  action: v.string(),
  args: v.unknown(),
  lane: v.string(),
  status: EntryStatus,
  attempts: v.number(),
  createdAt: v.number(),
  /** The earliest time to send, in ms since 1970: after a backoff or the time for undoing. */
  nextAt: v.optional(v.number()),
  /** Retry-After, in ms since 1970: before it only probes are sent. */
  quietUntil: v.optional(v.fallback(v.optional(v.number()), undefined)),
  failure: v.optional(Failure),
  /** When its first attempt began, in ms since 1970: before, the server cannot have it. */
  attemptedAt: v.optional(v.number()),
  ackedRev: v.optional(v.number()),
  /** When it was acknowledged, in ms since 1970. */
  ackedAt: v.optional(v.number()),
  /** The id of the record it created, from the server's response. */
  madeId: v.optional(v.number()),
})
export type Entry = v.InferOutput<typeof Entry>

/** Returns whether a newer build wrote the entry: this one leaves it, and its lane waits. */
export const isForeign = (entry: Entry) => entry.v > ENTRY_VERSION
export const isAttempted = (entry: Entry) => entry.attempts > 0
export const isUnsent = (entry: Entry) => entry.status !== 'acked'
/** Returns whether the entry is neither sent nor parked. */
export const isOnItsWay = (entry: Entry) => entry.status !== 'acked' && entry.status !== 'parked'
