/**
 * The pages of a list: at most `limit` rows, newest first, below the row whose id is `before`. The
 * id is the whole cursor, so that a cursor that a device has stored never becomes invalid. Used by
 * the feed, messages, swaps, activity, followers and followed members.
 */
import * as v from 'valibot'
import { Id, Limit } from './wire.ts'

/** The number of rows if the request names none. */
/* @__NO_SIDE_EFFECTS__ */
export const pageParams = (defaultLimit: number) => ({
  limit: v.optional(Limit, defaultLimit),
  before: v.optional(Id),
})

/**
 * Returns the cursor of the page below `rows`, newest first; undefined if no row has an id, as on
 * hosts without cursors. Rows of pending creations have negative ids and are skipped.
 */
export const lastCursor = (rows: readonly { id?: number | undefined }[]): number | undefined =>
  rows.findLast(({ id = 0 }) => id > 0)?.id
