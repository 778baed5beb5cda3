import type { QueryClient } from '@tanstack/react-query'
import { Refused } from '#src/api/errors.ts'
import { liveOptions } from '#src/cache/live.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { useLive } from '#src/cache/useLive.ts'
import { statusQuery } from './queries.ts'
import { useStatus } from './useStatus.ts'

/** Returns whether the host has our additions: a status, or an echoed `client_id`. */
export function useHostAdds(): boolean {
  const status = useStatus()
  const { meta } = useOutboxSnapshot()
  return status !== undefined || meta.dedupes === true
}

/** Resolves to whether the host refuses the status, after its first response; else false. */
export async function lacksAdditions(client: QueryClient): Promise<boolean> {
  try {
    await client.ensureQueryData(liveOptions(statusQuery))
    return false
  } catch (error) {
    return error instanceof Refused
  }
}

/** Returns whether the host has refused the status; undefined until then, false if unreachable. */
export function useIsSpecOnly(): boolean | undefined {
  const hostAdds = useHostAdds()
  const { error } = useLive(statusQuery, { enabled: false })
  if (hostAdds) return false
  return error === null ? undefined : error instanceof Refused
}
