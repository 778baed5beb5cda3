import { getFollowingBroadcasts } from '#contract/broadcasts/feed.ts'
import { olderReads } from '#src/broadcasts/overlay.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'
import { OLDER_BROADCASTS_LIMIT, overlayPage } from '../queries.ts'

/** Reads broadcasts by followed members, and own ones, below `before`. */
export const olderFollowingQuery = (user: string, before: number, place: number) =>
  endpointQuery(
    getFollowingBroadcasts,
    { user, limit: OLDER_BROADCASTS_LIMIT, before },
    ['broadcasts', 'older-following', before],
    { overlay: overlayPage, reads: olderReads, isFleeting: place > 1, isImmutable: true },
  )
