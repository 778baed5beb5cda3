import { nameKey } from '#contract/accounts/names.ts'
import { getFollowingNowPlaying, getNowPlaying } from '#contract/listening/now-playing.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
import { reactionReads } from '../reactions/overlay.ts'
import { followedPlayingReads, overlayFollowedPlaying, overlayPlaying } from './overlay.ts'

/** True for a moment only, so it is not persisted. */
export const playingQuery = (user: string) =>
  liveQuery({
    queryKey: ['playing', 'of', nameKey(user)],
    fetch: (options) => ifComputed(poll(getNowPlaying, { user }, options)),
    overlay: overlayPlaying,
    reads: reactionReads,
    isFleeting: true,
  })

export const followedPlayingQuery = (user: string) =>
  liveQuery({
    queryKey: ['playing', 'followed', nameKey(user)],
    fetch: (options) => ifComputed(poll(getFollowingNowPlaying, { user }, options)),
    overlay: overlayFollowedPlaying,
    reads: followedPlayingReads,
    isFleeting: true,
  })
