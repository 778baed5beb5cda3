import type { ResponseOf } from '#contract/endpoint.ts'
import type { getFollowingNowPlaying } from '#contract/listening/now-playing.ts'
import { type blockAndMuteReads, findBlockedOrMuted } from '#src/accounts/blocks/overlay.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'

/** Returns what followed members play without blocked and muted ones; null without a response. */
export function overlayFollowedPlaying(
  answer: ResponseOf<typeof getFollowingNowPlaying> | null,
  pending: PendingOf<typeof blockAndMuteReads>,
) {
  const isHidden = findBlockedOrMuted(pending)
  return answer && { playing: answer.playing.filter(({ username }) => !isHidden(username)) }
}
