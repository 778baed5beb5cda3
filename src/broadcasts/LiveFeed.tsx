import type { Live } from '#src/cache/useLive.ts'
import { PullToRefresh } from '#src/ui/PullToRefresh.tsx'
import { useFeedEvents } from './useFeedEvents.ts'
import { useFreshLikes } from './useFreshLikes.ts'

interface LiveFeedProps {
  head: Live<unknown>
  queryKey: readonly unknown[]
  onRefresh: () => void
}

/** What changes a feed once it is shown: the app-wide events, likes by others, and a pull. */
export function LiveFeed({ head, queryKey, onRefresh }: LiveFeedProps) {
  useFeedEvents(head, queryKey)
  useFreshLikes(head)
  return <PullToRefresh onRefresh={onRefresh} />
}
