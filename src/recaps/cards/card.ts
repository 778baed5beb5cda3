import type { RecapPeriod } from '#contract/recaps/periods.ts'
import type { Recap } from '#contract/recaps/recap.ts'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { periodText, toDays, toMonths } from '../recap-text.ts'

export const cardSizes = {
  story: { width: 1080, height: 1920 },
  square: { width: 1080, height: 1080 },
} as const
export type CardFormat = keyof typeof cardSizes

export interface CardContent {
  readonly title: string
  readonly period: string
  readonly member: string
  /** The app's address. */
  readonly host: string
  readonly track: { readonly title: string; readonly artist: string } | undefined
  readonly figures: readonly { readonly value: string; readonly label: string }[]
  readonly artists: readonly { readonly name: string; readonly plays: string }[]
  /** 0 to 1 for each day, or each month in a year. */
  readonly bars: readonly number[]
}

const TITLES = { week: 'My week', month: 'My month', year: 'My year' } as const

/** Returns the card content: music names, and nothing about other members. */
export function toCardContent(recap: Recap, period: RecapPeriod, member: string, host: string): CardContent {
  const [track] = recap.top_tracks
  const days = toDays(recap)
  const plays = (period.kind === 'year' ? toMonths(days) : days).map((entry) => entry.plays)
  const most = Math.max(1, ...plays)
  return {
    title: TITLES[period.kind],
    period: periodText(period),
    member,
    host,
    track: track && { title: track.name, artist: track.artist },
    figures: [
      { value: inThousands(recap.plays), label: recap.plays === 1 ? 'play' : 'plays' },
      { value: inThousands(recap.artists), label: recap.artists === 1 ? 'artist' : 'artists' },
      { value: inThousands(recap.new_artists), label: 'new' },
      {
        value: inThousands(recap.longest_streak),
        label: recap.longest_streak === 1 ? 'day in a row' : 'days in a row',
      },
    ],
    artists: recap.top_artists.slice(0, 5).map(({ name, plays: count }) => ({ name, plays: countText(count, 'play') })),
    bars: plays.map((count) => count / most),
  }
}

export function toCardText({ title, period, track, figures, artists }: CardContent): string {
  const counts = figures.map(({ value, label }) => `${value} ${label}`).join(', ')
  const top = track === undefined ? '' : ` Top track: ${track.title} by ${track.artist}.`
  const names = artists.length === 0 ? '' : ` Top artists: ${artists.map(({ name }) => name).join(', ')}.`
  return `${title}, ${period}: ${counts}.${top}${names}`
}
