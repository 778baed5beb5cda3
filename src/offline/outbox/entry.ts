import * as v from 'valibot'

/**
 * queued: never attempted. sending: an attempt was begun (after a crash: ambiguous). waiting: will be tried again at
 * `nextAt`. parked: refused, or in doubt; needs a person. acked: the server has it; kept until no stored answer is older.
 */
export const EntryStatus = v.picklist(['queued', 'sending', 'waiting', 'parked', 'acked'])
export type EntryStatus = v.InferOutput<typeof EntryStatus>

/** The format of stored entries. An entry with a higher version belongs to a newer build and is left alone. */
export const ENTRY_VERSION = 1

const Failure = v.looseObject({
  /** What a person is told. */
  sentence: v.string(),
  status: v.optional(v.number()),
  code: v.optional(v.string()),
  /** It must not be done twice, and nothing says that it was not done: sent again, it keeps its `client_id`. */
  mayHaveTakenEffect: v.optional(v.boolean()),
})
export type Failure = v.InferOutput<typeof Failure>

/** One act of a person, as it lies in IndexedDB. Fields of newer builds are kept. */
export const Entry = v.looseObject({
  v: v.number(),
  /** Order of the acts on this device: given by the store, never by a clock. */
  seq: v.number(),
  /** Made when the person acted; never made anew. */
  client_id: v.string(),
  action: v.string(),
  args: v.unknown(),
  lane: v.string(),
  status: EntryStatus,
  attempts: v.number(),
  createdAt: v.number(),
  /** Not to be sent before, in ms since 1970: a backoff, or the time in which it may be undone. */
  nextAt: v.optional(v.number()),
  failure: v.optional(Failure),
  ackedRev: v.optional(v.number()),
  /** What it made, as the server answered. */
  madeId: v.optional(v.number()),
})
export type Entry = v.InferOutput<typeof Entry>

/** Belongs to a newer build: neither sent, changed nor thrown away by this one, and its lane waits for it. */
export const isForeign = (entry: Entry) => entry.v > ENTRY_VERSION
export const isAttempted = (entry: Entry) => entry.attempts > 0
export const isUnsent = (entry: Entry) => entry.status !== 'acked'
/** Neither sent nor in need of a person. */
export const isOnItsWay = (entry: Entry) => entry.status !== 'acked' && entry.status !== 'parked'
