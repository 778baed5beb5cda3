import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'

const Requested = v.object({ requestedAt: v.number() })

/**
 * Returns when the shown response of a query was requested, in ms since 1970; undefined if none is
 * shown.
 */
export function useStoredAt(queryKey: readonly unknown[]): number | undefined {
  const stored = v.safeParse(Requested, useQueryClient().getQueryData(queryKey))
  return stored.success ? stored.output.requestedAt : undefined
}
