import { getBroadcasts, getFollowingBroadcasts } from '#contract/broadcasts/feed.ts'
import { HEAD_LIMIT } from '#contract/broadcasts/feed-head.ts'
import { additionQuery, endpointQuery } from '#src/cache/endpoint-query.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { feedReads, olderReads, overlayFeed, overlayOlder } from './overlay.ts'

export const OLDER_BROADCASTS_LIMIT = 100

type FeedResponse = { broadcasts: Parameters<typeof overlayFeed>[0] }
const overlayHead = ({ broadcasts }: FeedResponse, pending: PendingOf<typeof feedReads>) =>
  overlayFeed(broadcasts, pending)
export const overlayPage = ({ broadcasts }: FeedResponse, pending: PendingOf<typeof olderReads>) =>
  overlayOlder(broadcasts, pending)

export const feedKey = ['broadcasts', 'feed'] as const

/** Reads the newest broadcasts: the feed's only query that is refetched. */
export const feedQuery = (member: string | null) =>
  endpointQuery(getBroadcasts, { current_user: member ?? undefined, limit: HEAD_LIMIT }, feedKey, {
    overlay: overlayHead,
    reads: feedReads,
  })

export const followingKey = ['broadcasts', 'following'] as const

/** Reads the newest broadcasts by followed members and own ones; null from a host without them. */
export const followingQuery = (user: string) =>
  additionQuery(getFollowingBroadcasts, { user, limit: HEAD_LIMIT }, followingKey, {
    overlay: overlayFollowing,
    reads: feedReads,
  })

const overlayFollowing = (response: FeedResponse | null, pending: PendingOf<typeof feedReads>) =>
  response && overlayHead(response, pending)

/** Fetched once. Only the pages nearest to the head are stored on the device. */
export const olderBroadcastsQuery = (member: string | null, before: number, place: number) =>
  endpointQuery(
    getBroadcasts,
    { current_user: member ?? undefined, limit: OLDER_BROADCASTS_LIMIT, before },
    ['broadcasts', 'older', before],
    { overlay: overlayPage, reads: olderReads, isFleeting: place > 1, isImmutable: true },
  )
