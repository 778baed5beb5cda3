import { hashKey, type QueryClient } from '@tanstack/react-query'
import { type Broadcast, getBroadcasts } from '#contract/broadcasts/feed.ts'
import { lastCursor } from '#contract/page.ts'
import { poll } from '#src/api/call.ts'
import { type DownloadedFeed, downloadedFeedKey, readDownloadedFeed } from '#src/broadcasts/downloaded.ts'
import { feedQuery, OLDER_BROADCASTS_LIMIT, olderBroadcastsQuery } from '#src/broadcasts/queries.ts'
import type { CachedResponse } from '#src/cache/live.ts'
import { getOutbox } from '#src/cache/query-outbox.ts'
import { storeResponse } from '#src/cache/store-response.ts'

/** Stored broadcasts below the newest page of 50. */
const BELOW_HEAD = 150

export interface DownloadOptions {
  signal: AbortSignal
  now: () => number
  /** A download within this time is not repeated, in ms. */
  freshMs: number
  onRequest: () => Promise<void>
}

/** Throws as `call`. */
export async function downloadOlderFeed(client: QueryClient, member: string, options: DownloadOptions): Promise<void> {
  const head = headOf(client, member)
  const before = lastCursor(head)
  if (before === undefined) return
  const stored = readDownloadedFeed(client)
  if (stored !== undefined && joins(head, stored) && options.now() - stored.at < options.freshMs) return
  await options.onRequest()
  const rev = getOutbox(client)?.snapshot().meta.rev ?? 0
  const at = options.now()
  const etag = stored?.before === before ? stored.etag : undefined
  const query = { current_user: member, limit: BELOW_HEAD, before }
  const exchanged = await poll(getBroadcasts, query, { signal: options.signal, etag })
  if (options.signal.aborted) return
  const cursors = stored?.cursors ?? []
  if (exchanged === 'unchanged') {
    if (stored) store(client, member, { ...stored, rev, at })
    return
  }
  const { broadcasts } = exchanged.response
  const isWhole = broadcasts.length < BELOW_HEAD
  store(client, member, { rows: [...head, ...broadcasts], isWhole, before, etag: exchanged.etag, rev, at, cursors })
}

/** Shifts the stored pages when a new broadcast arrives. Returns a function that stops it. */
export function followHead(client: QueryClient, member: string): () => void {
  const headHash = hashKey(feedQuery(member).queryKey)
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryHash !== headHash) return
    const stored = readDownloadedFeed(client)
    if (stored === undefined || stored.cursors[0] === lastCursor(headOf(client, member))) return
    // Not inside the event: it writes to the cache again.
    queueMicrotask(() => store(client, member, stored))
  })
}

/** Returns the stored broadcasts' authors with their picture URLs, newest first. */
export const downloadedAuthors = (client: QueryClient): { name: string; picture: string }[] =>
  (readDownloadedFeed(client)?.rows ?? []).map((row) => ({
    name: row.user,
    picture: row.user_pfp_med || row.user_pfp_sm,
  }))

const headOf = (client: QueryClient, member: string) =>
  client.getQueryData<CachedResponse<{ broadcasts: Broadcast[] }>>(feedQuery(member).queryKey)?.response.broadcasts ??
  []

/** Returns whether no broadcast can be missing between the newest page and the stored rows. */
function joins(head: readonly Broadcast[], { rows }: DownloadedFeed): boolean {
  const last = lastCursor(head)
  return last !== undefined && rows[0] !== undefined && rows[0].id >= last
}

function store(client: QueryClient, member: string, feed: DownloadedFeed) {
  const head = headOf(client, member)
  const before = lastCursor(head)
  if (before === undefined || !joins(head, feed)) return
  const allBelow = feed.rows.filter(({ id }) => id < before)
  const below = allBelow.slice(0, BELOW_HEAD)
  const isWhole = feed.isWhole && below.length === allBelow.length
  const cursors = storePages(client, member, { ...feed, rows: below, isWhole }, before)
  removePages(
    client,
    feed.cursors.filter((cursor) => !cursors.includes(cursor)),
  )
  client.setQueryData<DownloadedFeed>(downloadedFeedKey, { ...feed, rows: [...head, ...below], isWhole, cursors })
}

function storePages(client: QueryClient, member: string, feed: DownloadedFeed, before: number): number[] {
  const requested = { requestedAtRev: feed.rev, requestedAt: feed.at }
  const cursors: number[] = []
  let cursor = before
  for (const broadcasts of pagesOf(feed)) {
    // Place 0: stored on the device, regardless of its position.
    storeResponse(client, olderBroadcastsQuery(member, cursor, 0), {
      response: { broadcasts: [...broadcasts] },
      ...requested,
    })
    cursors.push(cursor)
    cursor = lastCursor(broadcasts) ?? cursor
  }
  return cursors
}

/** Returns the rows page by page; an empty last page ends the feed. */
function pagesOf({ rows, isWhole }: DownloadedFeed): readonly (readonly Broadcast[])[] {
  const count = Math.ceil(rows.length / OLDER_BROADCASTS_LIMIT)
  const pages = Array.from({ length: count }, (_, place) =>
    rows.slice(place * OLDER_BROADCASTS_LIMIT, (place + 1) * OLDER_BROADCASTS_LIMIT),
  )
  return isWhole ? [...pages, []] : pages
}

function removePages(client: QueryClient, cursors: readonly number[]) {
  for (const cursor of cursors) client.removeQueries({ queryKey: ['broadcasts', 'older', cursor], type: 'inactive' })
}
