import { getFollowingNowPlaying, getNowPlaying } from '#contract/listening/now-playing.ts'
import { ownQuery } from '#src/cache/own-query.ts'
import { reactionReads } from '../reactions/overlay.ts'
import { followedPlayingReads, overlayFollowedPlaying, overlayPlaying } from './overlay.ts'

/** True for a moment only, so it is not persisted. */
export const playingQuery = ownQuery(getNowPlaying, ['playing', 'of'], {
  overlay: overlayPlaying,
  reads: reactionReads,
  isFleeting: true,
})

export const followedPlayingQuery = ownQuery(getFollowingNowPlaying, ['playing', 'followed'], {
  overlay: overlayFollowedPlaying,
  reads: followedPlayingReads,
  isFleeting: true,
})
