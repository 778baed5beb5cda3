import type { TopListener } from '#contract/listening/charts.ts'
import { toPictures } from '#server/db/pictures.ts'
import type { ChartWindow } from '../charts/days.ts'

/**
 * A leaderboard and its viewer: the response holds members visible to `viewerId`, and the viewer's
 * own rank if `isRanked`.
 */
export interface Board {
  readonly artistId: number
  readonly window: ChartWindow
  readonly limit: number
  readonly viewerId: number | null
  readonly isRanked: boolean
}

/**
 * An artist's listeners, with ties ranked by join date, and the viewer's rank among all, from 1.
 */
export interface RankedListeners {
  readonly topListeners: TopListener[]
  /** Undefined without plays. */
  readonly rank: number | undefined
}

export interface ListenerRow {
  username: string
  playcount: number
  picture_url: string | null
}

export const toTopListener = ({ picture_url, ...row }: ListenerRow): TopListener => ({
  ...row,
  profileImage: toPictures(picture_url).pfpmed,
})
