import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { useStatus } from './useStatus.ts'

/**
 * Returns whether the host has our additions: it returns a status, or has echoed a `client_id`
 * before.
 */
export function useHostAdds(): boolean {
  const status = useStatus()
  const { meta } = useOutboxSnapshot()
  return status !== undefined || meta.dedupes === true
}
