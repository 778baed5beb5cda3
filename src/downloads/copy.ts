import { hashKey, type QueryClient } from '@tanstack/react-query'
import { nameKey } from '#contract/accounts/names.ts'
import { getOfflineCopy } from '#contract/downloads/offline-copy.ts'
import { DAY_MS } from '#contract/durations.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { CHANGED_MESSAGES_DAYS } from '#contract/messages/messages.ts'
import { profileQuery } from '#src/accounts/queries.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { repliesQuery } from '#src/broadcasts/replies/queries.ts'
import { topBroadcastedQuery } from '#src/broadcasts/top/queries.ts'
import type { CachedResponse, LiveQuery } from '#src/cache/live.ts'
import { getOutbox } from '#src/cache/query-outbox.ts'
import { storeResponse } from '#src/cache/store-response.ts'
import { topArtistsQuery } from '#src/listening/queries.ts'
import { joinPages, type MessagesPage } from '#src/messages/join-messages.ts'
import { conversationQuery, LATEST_LIMIT } from '#src/messages/queries.ts'
import type { DownloadOptions } from './older-feed.ts'

/** The last copy. Not a `CachedResponse`: acknowledged actions need not be retained for it. */
interface CopyRecord {
  /** A host without this endpoint is not requested again for a day. */
  isLacking: boolean
  etag: string | undefined
  at: number
  /** Hashes for the queries that store its parts. */
  hashes: readonly string[]
}

const toKey = (member: string) => ['downloads', 'copy', nameKey(member)] as const

/** Stores the parts of one batched read. Resolves to false on a host without. Throws as `call`. */
export async function downloadCopy(client: QueryClient, member: string, options: DownloadOptions): Promise<boolean> {
  const stored = client.getQueryData<CopyRecord>(toKey(member))
  const at = options.now()
  if (stored?.isLacking === true && at - stored.at < DAY_MS) return false
  if (stored?.isLacking === false && at - stored.at < options.freshMs && isWhole(client, stored)) return true
  await options.onRequest()
  const requestedAtRev = getOutbox(client)?.snapshot().meta.rev ?? 0
  const stamp = { requestedAtRev, requestedAt: at }
  // A 304 confirms the stored messages only while the copies list every change of them.
  const isFollowed = stored !== undefined && at - stored.at < CHANGED_MESSAGES_DAYS * DAY_MS
  const etag = isFollowed && isWhole(client, stored) ? stored.etag : undefined
  const { signal } = options
  const copy = await ifComputed(
    poll(getOfflineCopy, { user: member }, { signal, etag }),
    getOfflineCopy,
    stored && { response: stored.isLacking ? null : stored.hashes },
  )
  if (signal.aborted) return true
  if (copy === 'unchanged') {
    if (stored !== undefined) renew(client, stored, stamp)
    client.setQueryData<CopyRecord>(toKey(member), (record) => record && { ...record, at })
    return true
  }
  const parts = copy.response === null ? [] : listParts(client, member, copy.response, at)
  for (const part of parts) part.store(stamp)
  const hashes = parts.map(({ hash }) => hash)
  remove(client, stored?.hashes.filter((hash) => !hashes.includes(hash)) ?? [])
  const isLacking = copy.response === null
  client.setQueryData<CopyRecord>(toKey(member), { isLacking, etag: copy.etag, at, hashes })
  return !isLacking
}

/** Returns whether no part has been evicted: only then can a 304 confirm the data. */
const isWhole = (client: QueryClient, { hashes }: CopyRecord) =>
  hashes.every((hash) => client.getQueryCache().get(hash)?.state.data !== undefined)

type ResponseStamp = Pick<CachedResponse<unknown>, 'requestedAt' | 'requestedAtRev'>
interface Part {
  hash: string
  store: (stamp: ResponseStamp) => void
}

function listParts(client: QueryClient, member: string, copy: ResponseOf<typeof getOfflineCopy>, at: number): Part[] {
  const part = <A, V>(query: LiveQuery<A, V>, response: A): Part => ({
    hash: hashKey(query.queryKey),
    store: (stamp) => storeResponse(client, query, { response, ...stamp }),
  })
  const members = copy.members.flatMap(({ profile, charts }) => [
    part(profileQuery(profile.profile), { userProfile: [profile] }),
    ...(charts === null
      ? []
      : [
          part(topArtistsQuery(profile.profile), charts.top_artists),
          part(topBroadcastedQuery(profile.profile, member), charts.top_broadcasted),
        ]),
  ])
  const conversations = copy.conversations.map(({ conversant, messages }) => {
    const query = conversationQuery(member, conversant)
    const cached = client.getQueryData<CachedResponse<MessagesPage>>(query.queryKey)
    return part(query, joinPages(cached, messages, LATEST_LIMIT, at))
  })
  const talks = (copy.talks ?? []).map(({ broadcast, replies }) => part(repliesQuery(member, broadcast), replies))
  return [...members, ...conversations, ...talks]
}

/** Marks unchanged parts as fresh, except those that a screen has fetched since. */
function renew(client: QueryClient, { hashes, at }: CopyRecord, stamp: ResponseStamp) {
  for (const hash of hashes) {
    const query = client.getQueryCache().get(hash)
    // stored by `storeResponse` or by the query itself
    const stored = query?.state.data as CachedResponse<unknown> | undefined
    if (query === undefined || stored === undefined || stored.requestedAt > at) continue
    const isRecent = stored.requestedAtRev === stamp.requestedAtRev && stamp.requestedAt - stored.requestedAt < DAY_MS
    if (isRecent) continue // not written again at every visit
    const isStale = query.state.isInvalidated
    client.setQueryData(query.queryKey, { ...stored, ...stamp })
    if (isStale && !query.isActive()) query.invalidate()
  }
}

/** Removes parts that a newer copy omits: members blocked, deleted or not in the feed. */
function remove(client: QueryClient, hashes: readonly string[]) {
  for (const hash of hashes) {
    const query = client.getQueryCache().get(hash)
    if (query !== undefined && !query.isActive()) client.getQueryCache().remove(query)
  }
}
