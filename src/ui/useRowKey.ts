import type { Key } from 'react'
import { useCallback } from 'react'

/**
 * TanStack Virtual's `getItemKey`, the same for as long as the rows are: with another one it adds up the places of all rows anew, in
 * every frame of ten thousand. `keyOf` is the same function at every render.
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
