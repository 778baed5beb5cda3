import { useQueryClient } from '@tanstack/react-query'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { applyOverlay } from '#src/cache/useLive.ts'
import { readDownloadedFeed } from './downloaded.ts'
import { broadcastQuery } from './one/queries.ts'
import type { FeedItem } from './overlay.ts'

export function useDownloadedBroadcast(id: number): FeedItem | undefined {
  const outbox = useOutboxSnapshot()
  const feed = readDownloadedFeed(useQueryClient())
  const broadcast = feed?.rows.find((row) => row.id === id)
  if (feed === undefined || broadcast === undefined) return undefined
  const stored = { response: [broadcast], requestedAtRev: feed.rev, requestedAt: feed.at }
  return applyOverlay(stored, broadcastQuery(null, id).overlay, outbox)?.[0]
}
