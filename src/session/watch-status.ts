import { hashKey, type QueryClient } from '@tanstack/react-query'
import { liveOptions } from '#src/cache/live.ts'
import { statusQuery } from '#src/status/queries.ts'
import type { Status } from '#src/status/useStatus.ts'

/** Calls back with the cached status and after every response, until the signal aborts. */
export function watchStatus(client: QueryClient, signal: AbortSignal, onStatus: (status: Status | undefined) => void) {
  const { queryKey } = liveOptions(statusQuery)
  const hash = hashKey(queryKey)
  const read = () => onStatus(client.getQueryData(queryKey)?.response)
  read()
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && event.query.queryHash === hash) read()
  })
  signal.addEventListener('abort', stop)
}
