import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'

const Requested = v.object({ requestedAt: v.number() })

export function useStoredAt(queryKey: readonly unknown[]): number | undefined {
  const stored = v.safeParse(Requested, useQueryClient().getQueryData(queryKey))
  return stored.success ? stored.output.requestedAt : undefined
}
