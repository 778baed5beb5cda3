import type { ResponseOf } from '#contract/endpoint.ts'
import type { getFollowingNowPlaying, getNowPlaying, Playing } from '#contract/listening/now-playing.ts'
import { blockAndMuteReads, findBlockedOrMuted } from '#src/accounts/blocks/overlay.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { reactionReads, type ShownPlay, withReaction } from '../reactions/overlay.ts'

export const followedPlayingReads = [...blockAndMuteReads, ...reactionReads] as const

export const toShownPlay = ({ username, artist, track, started_at }: Playing): ShownPlay => ({
  member: username,
  artist,
  track,
  playedAt: started_at,
})

/** Returns what followed members play without blocked and muted ones; null without a response. */
export function overlayFollowedPlaying(
  response: ResponseOf<typeof getFollowingNowPlaying> | null,
  pending: PendingOf<typeof followedPlayingReads>,
) {
  const isHidden = findBlockedOrMuted(pending)
  const shown = response?.playing.filter(({ username }) => !isHidden(username))
  return shown ? { playing: shown.map((row) => withReaction(row, toShownPlay(row), pending)) } : null
}

/** Returns what a member plays with the user's reaction; null without a response. */
export const overlayPlaying = (
  response: ResponseOf<typeof getNowPlaying> | null,
  pending: PendingOf<typeof reactionReads>,
) =>
  response && {
    now_playing: response.now_playing && withReaction(response.now_playing, toShownPlay(response.now_playing), pending),
  }
