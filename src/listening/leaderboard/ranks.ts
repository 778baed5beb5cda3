import { isSameName } from '#contract/accounts/names.ts'
import type { TopListener } from '#contract/listening/charts.ts'

/** The spec's: five rows plus the member's own. */
const SHOWN = 5

/** A line of the leaderboard. */
export interface Rank {
  /** From 1; undefined where it is not known. */
  place: number | undefined
  username: string
  plays: number
  picture: string
  /** Plays as a share of the first one's, 0 to 1. */
  share: number
  isOwn: boolean
}

export interface Leaderboard {
  top: Rank[]
  /** The member's own line, below an ellipsis; undefined when it is among the top. */
  own: Rank | undefined
  /** The member's place; undefined where it is not known. */
  ownPlace: number | undefined
}

/**
 * The top five of an artist's listeners and the member's own line. `rank` is the host's word on places beyond its list;
 * it is taken only where the list does not say. Without plays there is no place.
 */
export function leaderboardOf(
  listeners: readonly TopListener[],
  own: { username: string; plays: number | undefined; rank: number | undefined },
): Leaderboard {
  const most = Math.max(1, ...listeners.map(({ playcount }) => playcount))
  const ranks = listeners.map(
    ({ username, playcount, profileImage }, index): Rank => ({
      place: index + 1,
      username,
      plays: playcount,
      picture: profileImage,
      share: playcount / most,
      isOwn: isSameName(username, own.username),
    }),
  )
  const listed = ranks.find(({ isOwn }) => isOwn)
  const place = listed?.place ?? (own.plays === 0 ? undefined : own.rank)
  const top = ranks.slice(0, SHOWN)
  const plays = listed?.plays ?? own.plays ?? 0
  const ownRank: Rank = {
    place,
    username: own.username,
    plays,
    picture: listed?.picture ?? '',
    share: Math.min(1, plays / most),
    isOwn: true,
  }
  return { top, own: top.some(({ isOwn }) => isOwn) ? undefined : ownRank, ownPlace: place }
}
