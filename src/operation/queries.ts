import { getServerState } from '#contract/operation/server.ts'
import { poll } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'

export const serverStateQuery = liveQuery({
  queryKey: ['operation', 'server'],
  fetch: (options) => poll(getServerState, {}, options),
  isFleeting: true,
})
