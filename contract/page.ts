/**
 * A list's pages: at most `limit` rows, newest first, below the row with the id `before`. The id is
 * the whole cursor, so that a cursor that a device has stored never becomes invalid. Used by the
 * feed, messages, swaps, followers and followed members; with a `TimedId` by listens and activity.
 */
import * as v from 'valibot'
import { Id, Limit, TextParam } from './wire.ts'

/** The number of rows per page if the request names none. */
/* @__NO_SIDE_EFFECTS__ */
export const pageParams = (defaultLimit: number) => ({
  limit: v.optional(Limit, defaultLimit),
  before: v.optional(Id),
})

/** 16 digits of µs since 1970, a dot, and a number of at least 10 digits. Ids are ordered as text. */
/* @__NO_SIDE_EFFECTS__ */
export const TimedId = (message: string) => v.pipe(TextParam, v.regex(/^\d{16}\.\d{10,15}$/, message))

/**
 * A row id that may be a cursor. Ids in one list have one type. Texts are ordered like numbers with
 * the same length: `TimedId`.
 */
export type Cursor = number | string

/** Returns whether an id is from the server. Pending creations' ids are negative. */
export const isServerId = (id: Cursor | undefined): boolean =>
  typeof id === 'number' ? Number.isSafeInteger(id) && id > 0 : Number(id) > 0

/** Returns the cursor below `rows`: the last id from the server; undefined without one. */
export const lastCursor = <C extends Cursor>(rows: readonly { id?: C | undefined }[]): C | undefined =>
  rows.findLast(({ id }) => isServerId(id))?.id
