import { useQuery } from '@tanstack/react-query'
import { Refused } from '#src/api/errors.ts'
import { liveOptions } from '#src/cache/live.ts'
import { statusQuery } from './queries.ts'

const EVERY_MS = 30_000
/** While the server can't be reached this is the probe that finds it again. */
const WHILE_UNREACHABLE_MS = 10_000

/** What is new for the session: asked every 30 s while the page is visible. Undefined on hosts that can't tell. */
export function useStatus() {
  const { data } = useQuery({
    ...liveOptions(statusQuery),
    refetchInterval: ({ state }) => {
      if (state.error instanceof Refused) return false
      return state.error ? WHILE_UNREACHABLE_MS : EVERY_MS
    },
  })
  return data?.answer
}
