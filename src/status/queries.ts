import { getStatus } from '#contract/status/status.ts'
import { poll } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The session's unseen items. An addition to the spec: other hosts refuse it. */
export const statusQuery = liveQuery({
  queryKey: ['accounts', 'status'],
  fetch: (options) => poll(getStatus, {}, options),
  overlay: (status) => status,
  isFleeting: true,
})
