import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { changeNextDoubles } from '#server/listening/doubles/remove-doubles.ts'
import { deleteNextBatch } from './delete-source.ts'
import { undoNextBatch } from './undo-import.ts'

/** Returns a query for what members have requested to remove, or to bring back. */
export const findRemovals = (): RawBuilder<unknown> => sql`
  select from imports where undo = 'running' union all select from listen_sources where deleting is not null
  union all select from listen_double_pairs where is_busy`

/** Removes a batch from one of them. Returns whether there may be more. */
export const removeBatch = async (tx: Tx): Promise<boolean> =>
  (await undoNextBatch(tx)) || (await deleteNextBatch(tx)) || (await changeNextDoubles(tx))
