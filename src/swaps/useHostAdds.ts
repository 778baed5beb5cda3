import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { useStatus } from '#src/status/useStatus.ts'

/** Whether the host has our additions: it tells what is new, or has echoed a `client_id` before. */
export function useHostAdds(): boolean {
  const status = useStatus()
  const { meta } = useOutboxSnapshot()
  return status !== undefined || meta.dedupes === true
}
