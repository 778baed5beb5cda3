import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { toast } from '#src/ui/toast.ts'
import { refetchAll } from './refetch.ts'
import { useAttempt } from './useAttempt.ts'

interface ChangeOptions {
  /** What to refetch afterwards, instead of all. */
  queryKey?: QueryKey
  unreachable?: string
}

/**
 * Like `useAttempt`, for a change. `change` refetches afterwards, and shows `done` in a toast, unless
 * the work resolves to false.
 */
export function useChange(refused: string, { queryKey, unreachable }: ChangeOptions = {}) {
  const client = useQueryClient()
  const { attempt, ...state } = useAttempt(refused, { unreachable })
  const change = (work: () => Promise<unknown>, done?: string) =>
    attempt(async () => {
      if ((await work()) === false) return false
      if (done !== undefined) toast({ title: done })
      await (queryKey === undefined ? refetchAll(client) : client.invalidateQueries({ queryKey }))
      return true
    })
  return { ...state, change }
}
