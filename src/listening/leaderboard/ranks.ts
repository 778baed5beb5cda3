import { isSameName } from '#contract/accounts/names.ts'
import type { TopListener } from '#contract/listening/charts.ts'

/** The spec's: five rows plus the member's own. */
const SHOWN = 5

export interface Rank {
  /** From 1; undefined if unknown. */
  place: number | undefined
  username: string
  plays: number
  picture: string
  /** Plays relative to the first row's, 0 to 1. */
  share: number
  isOwn: boolean
}

export interface Leaderboard {
  top: Rank[]
  /** The member's own row, below an ellipsis; undefined if it is among the top. */
  own: Rank | undefined
  ownPlace: number | undefined
}

export const placeText = (place: number | undefined): string => (place === undefined ? '–' : `#${place}`)

/** Returns the top five and the member's row. `rank` is the host's, for places beyond its list. */
export function toLeaderboard(
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
