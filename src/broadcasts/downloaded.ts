import type { QueryClient } from '@tanstack/react-query'
import type { Broadcast } from '#contract/broadcasts/feed.ts'

/** The newest broadcasts without a gap. Not a `CachedResponse`: it retains no acknowledged actions. */
export interface DownloadedFeed {
  rows: readonly Broadcast[]
  /** Whether there are no rows below the last one. */
  isWhole: boolean
  /** Cursor and ETag for the request for the rows below the newest page. */
  before: number
  etag: string | undefined
  /** The outbox revision and the request time. */
  rev: number
  at: number
  /** Cursors for the pages that were created from the rows. */
  cursors: readonly number[]
}

export const downloadedFeedKey = ['broadcasts', 'downloaded'] as const

export const readDownloadedFeed = (client: QueryClient) => client.getQueryData<DownloadedFeed>(downloadedFeedKey)
