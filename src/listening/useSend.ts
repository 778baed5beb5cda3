import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NoConnection } from '#src/api/errors.ts'
import { failureText } from '#src/api/failure-text.ts'
import { refetchAll } from '#src/cache/live.ts'

/**
 * Sends one request at a time, at once: its effects come from elsewhere, so nothing can be shown
 * before the response. Active queries are refetched afterwards. Resolves to whether it took effect;
 * a bug is rethrown.
 */
export function useSend(unreachable = 'The server cannot be reached. Please try again later.') {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await work()
      await refetchAll(client)
      return true
    } catch (error) {
      setFailure(error instanceof NoConnection ? unreachable : failureText(error, 'The change was not made.'))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { failure, isBusy, send }
}
