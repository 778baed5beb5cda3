import { toDay } from '#server/listening/days.ts'
import { type ArtistCount, CHART_DEPTH, type DaysCounted, type TrackCount } from './source.ts'

/** A listen in a service's response. Counted, not stored. */
export interface Play {
  readonly artist: string
  readonly title: string
  /** Start, in seconds since 1970. */
  readonly at: number
}

const DAY_S = 86_400

/**
 * Returns plays per UTC day from times in seconds. If the times are incomplete, the oldest day may
 * lack some, so counting begins with the next day.
 */
export function countDays(times: readonly number[], since: string, isWhole: boolean): DaysCounted {
  const days = new Map<string, number>()
  for (const at of times) {
    const day = toDay(new Date(at * 1000))
    if (day >= since) days.set(day, (days.get(day) ?? 0) + 1)
  }
  const oldest = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const dayAfter = isWhole || times.length === 0 ? since : toDay(new Date((oldest + DAY_S) * 1000))
  const from = dayAfter > since ? dayAfter : since
  return { since: from, counts: [...days].filter(([day]) => day >= from).map(([day, plays]) => ({ day, plays })) }
}

export const countArtists = (plays: readonly Play[]): readonly ArtistCount[] =>
  rankPlays(plays, (it) => it.artist).map(({ play, plays }) => ({ name: play.artist, plays }))

export const countTracks = (plays: readonly Play[]): readonly TrackCount[] =>
  rankPlays(plays, (play) => `${play.artist}\n${play.title}`).map(({ play: { artist, title }, plays }) => ({
    artist,
    title,
    plays,
  }))

function rankPlays(plays: readonly Play[], keyOf: (play: Play) => string) {
  const counted = new Map<string, { play: Play; plays: number }>()
  for (const play of plays) {
    const found = counted.get(keyOf(play))
    if (found === undefined) counted.set(keyOf(play), { play, plays: 1 })
    else found.plays += 1
  }
  return [...counted.values()].toSorted((a, b) => b.plays - a.plays).slice(0, CHART_DEPTH)
}
