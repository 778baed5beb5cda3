import { getFollowingBroadcasts } from '#contract/broadcasts/feed.ts'
import { poll } from '#src/api/call.ts'
import { olderReads } from '#src/broadcasts/overlay.ts'
import { liveQuery } from '#src/cache/live.ts'
import { OLDER_BROADCASTS_LIMIT, overlayPage } from '../queries.ts'

/** Reads broadcasts by followed members, and own ones, below `before`. */
export const olderFollowingQuery = (user: string, before: number, place: number) =>
  liveQuery({
    queryKey: ['broadcasts', 'older-following', before],
    fetch: (options) => poll(getFollowingBroadcasts, { user, limit: OLDER_BROADCASTS_LIMIT, before }, options),
    overlay: overlayPage,
    reads: olderReads,
    isFleeting: place > 1,
    isImmutable: true,
  })
