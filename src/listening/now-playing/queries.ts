import { nameKey } from '#contract/accounts/names.ts'
import { getFollowingNowPlaying, getNowPlaying } from '#contract/listening/now-playing.ts'
import { blockAndMuteReads } from '#src/accounts/blocks/overlay.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
import { overlayFollowedPlaying } from './overlay.ts'

/**
 * The track that a member plays now; null from a host without this. True for a moment only, so it
 * is not persisted.
 */
export const playingQuery = (user: string) =>
  liveQuery({
    queryKey: ['playing', 'of', nameKey(user)],
    fetch: (options) => ifComputed(poll(getNowPlaying, { user }, options)),
    overlay: (answer) => answer,
    isFleeting: true,
  })

/** The tracks that followed members play now. */
export const followedPlayingQuery = (user: string) =>
  liveQuery({
    queryKey: ['playing', 'followed', nameKey(user)],
    fetch: (options) => ifComputed(poll(getFollowingNowPlaying, { user }, options)),
    overlay: overlayFollowedPlaying,
    reads: blockAndMuteReads,
    isFleeting: true,
  })
