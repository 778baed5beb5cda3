import { type RawBuilder, sql } from 'kysely'

/** A row of the catalogue, and the one that it becomes a spelling of. */
export interface Pair {
  readonly from: number
  readonly into: number
}

/** Selects pairs as `pair`, with the columns `from_id` and `into_id`. */
export const selectPairs = (pairs: readonly Pair[]): RawBuilder<unknown> =>
  sql`unnest(${pairs.map(({ from }) => from)}::bigint[], ${pairs.map(({ into }) => into)}::bigint[]) as pair (from_id, into_id)`

/** The rows that become spellings, as an array, for which an index is read. */
export const listFrom = (pairs: readonly Pair[]): RawBuilder<unknown> => sql`${pairs.map(({ from }) => from)}::bigint[]`

/** The rows that they become spellings of. */
export const listInto = (pairs: readonly Pair[]): RawBuilder<unknown> => sql`${pairs.map(({ into }) => into)}::bigint[]`
