import { useQueryClient } from '@tanstack/react-query'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { toast } from '#src/ui/toast.ts'
import { passkeysQuery } from './queries.ts'

/**
 * Returns the state for a form that changes the member's passkeys at once, and `run`, which shows a
 * toast, refetches the list and closes the form, unless `change` resolves to false.
 */
export function usePasskeyChange(member: string, failed: string, onClose: () => void) {
  const client = useQueryClient()
  const { failure, isBusy, fail, attempt } = useAttempt(failed)
  const run = (change: () => Promise<unknown>, title: string) =>
    attempt(async () => {
      if ((await change()) === false) return
      await client.invalidateQueries({ queryKey: passkeysQuery(member).queryKey })
      toast({ title })
      onClose()
    })
  return { failure, isBusy, fail, run }
}
