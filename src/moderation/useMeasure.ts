import { useQueryClient } from '@tanstack/react-query'
import { refetchAll } from '#src/cache/live.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { toast } from '#src/ui/toast.ts'

/** Returns the state of a measure's request. `run` sends it, refetches all, and shows `done`. */
export function useMeasure(refused: string) {
  const client = useQueryClient()
  const { attempt, ...state } = useAttempt(refused)
  const run = (send: () => Promise<unknown>, done: string, then?: () => void) =>
    attempt(async () => {
      await send()
      toast({ title: done })
      then?.()
      await refetchAll(client)
    })
  return { ...state, run }
}
