import { isSameName } from '#contract/accounts/names.ts'
import type { LaterSource } from '#contract/listening/later-tracks.ts'
import type { SongSwap } from '#contract/swaps/swaps.ts'

/** The swap status for its viewer. The last three are the ends without results. */
export const swapStatuses = ['action_required', 'pending', 'completed', 'declined', 'withdrawn', 'expired'] as const
export type SwapStatus = (typeof swapStatuses)[number]

/** One member's half of a swap: the member, the sent track and the rating. */
export interface Half {
  user: string
  track: SwapTrack | undefined
  /** 1 to 5, null before the rating. */
  reaction: number | null
  /** What was written with the rating, as far as the viewer may read it. */
  reactionText: string | undefined
  /** The member's plays of the other half's track on later days; undefined: unknown or hidden. */
  playsSince: number | undefined
}

export interface SwapTrack {
  /** Undefined if the host returns none. */
  id: number | undefined
  name: string
  artist: string
  /** The track's page; empty if the host returns none. */
  url: string
  links?: string | undefined
  source?: LaterSource | undefined
  text?: string | undefined
}

export interface SwapView {
  isInitiator: boolean
  own: Half
  other: Half
}

export function toSwapView(swap: SongSwap, viewer: string): SwapView {
  const isInitiator = isSameName(viewer, swap.initiated_user)
  const initiator = toHalf(swap, 'initiated')
  const matched = toHalf(swap, 'matched')
  return isInitiator ? { isInitiator, own: initiator, other: matched } : { isInitiator, own: matched, other: initiator }
}

/**
 * Returns the spec's status, section 4. The initiator waits for both tracks, rates, waits for the
 * match's rating; the match waits for the first track, sends track and rating, waits for the
 * initiator's. The end of a swap takes precedence.
 */
export function swapStatus(swap: SongSwap, viewer: string): SwapStatus {
  const ended = findEnd(swap)
  if (ended) return ended
  const { isInitiator, own, other } = toSwapView(swap, viewer)
  if (!other.track) return 'pending'
  if (!own.track) return isInitiator ? 'pending' : 'action_required'
  if (own.reaction === null) return 'action_required'
  return other.reaction === null ? 'pending' : 'completed'
}

/** Returns the end of a swap. Ratings by both mean results; an unknown value means expired. */
function findEnd(swap: SongSwap): SwapStatus | undefined {
  if (swap.ended === undefined || swap.ended === '') return undefined
  if (swap.initiated_reaction !== null && swap.matched_reaction !== null) return undefined
  return swap.ended === 'declined' || swap.ended === 'withdrawn' ? swap.ended : 'expired'
}

/** Returns one half. A track without a name can't be shown: it counts as not sent. */
function toHalf(swap: SongSwap, side: 'initiated' | 'matched'): Half {
  const name = swap[`${side}_track_name`]
  const id = swap[`${side}_track_id`]
  const hasTrack = name !== null || id !== null
  return {
    user: swap[`${side}_user`],
    track: hasTrack
      ? {
          id: id ?? undefined,
          name: name ?? 'Unknown track',
          artist: swap[`${side}_artist_name`] ?? '',
          url: swap[`${side}_track_url`] ?? '',
          links: swap[`${side}_links`],
          source: { kind: 'swap', id: swap.id, user: swap[`${side}_user`] },
          text: swap[`${side}_track_text`],
        }
      : undefined,
    reaction: swap[`${side}_reaction`],
    reactionText: swap[`${side}_reaction_text`],
    playsSince: swap.plays_since?.[side] ?? undefined,
  }
}
