import { nameKey } from '#contract/accounts/names.ts'
import { getFollowingNowPlaying, getNowPlaying } from '#contract/listening/now-playing.ts'
import { exchange } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** What a member plays now; null from a host that cannot say. Only true for a moment, so it is not kept on the device. */
export const playingQuery = (user: string) =>
  liveQuery({
    queryKey: ['playing', 'of', nameKey(user)],
    ask: (signal) => ifComputed(exchange(getNowPlaying, { user }, { signal })),
    overlay: (answer) => answer,
    isFleeting: true,
  })

/** What those whom a member follows play now. */
export const followedPlayingQuery = (user: string) =>
  liveQuery({
    queryKey: ['playing', 'followed', nameKey(user)],
    ask: (signal) => ifComputed(exchange(getFollowingNowPlaying, { user }, { signal })),
    overlay: (answer) => answer,
    isFleeting: true,
  })
