import { type RawBuilder, sql } from 'kysely'

/** A page in a list ordered by id, newest first: the contract's `pageParams`, parsed. */
export interface Page {
  readonly limit: number
  /** The cursor: only rows with a smaller id. */
  readonly before?: number | undefined
}

/** Returns the SQL condition that a row is below the cursor. `id` is the order column. */
export const isBelow = ({ before }: Page, id: string): RawBuilder<boolean> =>
  before === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(id)} < ${before}`

/**
 * Returns a page's ORDER BY and LIMIT. With `isBelow` in the WHERE it reads an index on `id` from
 * the cursor on.
 */
export const findNewest = ({ limit }: Page, id: string): RawBuilder<unknown> =>
  sql`order by ${sql.ref(id)} desc limit ${limit}`
