import { Refused } from '#src/api/errors.ts'
import { useLive } from '#src/cache/useLive.ts'
import { statusQuery } from './queries.ts'
import { useHostAdds } from './useHostAdds.ts'

/**
 * Returns whether the host lacks our additions: it has refused the status. Undefined until it has
 * responded; false if it is unreachable, so that the read of a screen fails as usual.
 */
export function useIsSpecOnly(): boolean | undefined {
  const hostAdds = useHostAdds()
  const { error } = useLive(statusQuery, { enabled: false })
  if (hostAdds) return false
  return error === null ? undefined : error instanceof Refused
}
