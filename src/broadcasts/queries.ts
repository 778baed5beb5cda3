import { getBroadcasts, getFollowingBroadcasts } from '#contract/broadcasts/feed.ts'
import { HEAD_LIMIT } from '#contract/broadcasts/feed-head.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
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
  liveQuery({
    queryKey: feedKey,
    fetch: (options) => poll(getBroadcasts, { current_user: member ?? undefined, limit: HEAD_LIMIT }, options),
    overlay: overlayHead,
    reads: feedReads,
  })

export const followingKey = ['broadcasts', 'following'] as const

/** Reads the newest broadcasts by followed members and own ones; null from a host without them. */
export const followingQuery = (user: string) =>
  liveQuery({
    queryKey: followingKey,
    fetch: (options) => ifComputed(poll(getFollowingBroadcasts, { user, limit: HEAD_LIMIT }, options)),
    overlay: overlayFollowing,
    reads: feedReads,
  })

const overlayFollowing = (response: FeedResponse | null, pending: PendingOf<typeof feedReads>) =>
  response && overlayHead(response, pending)

/** Fetched once. Only the pages nearest to the head are stored on the device. */
export const olderBroadcastsQuery = (member: string | null, before: number, place: number) =>
  liveQuery({
    queryKey: ['broadcasts', 'older', before],
    fetch: (options) =>
      poll(getBroadcasts, { current_user: member ?? undefined, limit: OLDER_BROADCASTS_LIMIT, before }, options),
    overlay: overlayPage,
    reads: olderReads,
    isFleeting: place > 1,
    isImmutable: true,
  })
