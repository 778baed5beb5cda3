import type { Key } from 'react'
import { useCallback } from 'react'

/**
 * Returns TanStack Virtual's `getItemKey`, with a stable identity while the rows are the same: a
 * new function makes it recompute the positions of all rows. `keyOf` must be the same function at
 * every render.
 */
export function useRowKey<T>(rows: readonly T[], keyOf: (row: T) => Key): (index: number) => Key {
  return useCallback(
    (index) => {
      const row = rows[index]
      return row === undefined ? `no row ${index}` : keyOf(row)
    },
    [rows, keyOf],
  )
}
