import type { Key } from 'react'
import { useCallback } from 'react'

/** Returns a stable `getItemKey`: a new function makes TanStack Virtual recompute all rows. */
export function useRowKey<T>(rows: readonly T[], keyOf: (row: T) => Key): (index: number) => Key {
  return useCallback(
    (index) => {
      const row = rows[index]
      return row === undefined ? `no row ${index}` : keyOf(row)
    },
    [rows, keyOf],
  )
}
