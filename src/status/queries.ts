import { getStatus } from '#contract/status/status.ts'
import { exchange } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'

/** What is new for the session. An addition of ours: other hosts refuse it. */
export const statusQuery = liveQuery({
  queryKey: ['accounts', 'status'],
  ask: (signal) => exchange(getStatus, {}, { signal }),
  overlay: (status) => status,
  isFleeting: true,
})
