/** Plays of one day of UTC. */
export interface DayPlays {
  /** `2026-11-21`. */
  day: string
  plays: number
}

const DAY_MS = 86_400_000

/** Every day up to and with `until`, oldest first: days that the answer leaves out had no plays. */
export function daySeries(days: readonly DayPlays[], until: string, count: number): DayPlays[] {
  const playsOf = new Map(days.map(({ day, plays }) => [day, plays]))
  const last = Date.parse(until)
  if (Number.isNaN(last)) return [...days]
  return Array.from({ length: count }, (_, place) => {
    const day = new Date(last - (count - 1 - place) * DAY_MS).toISOString().slice(0, 10)
    return { day, plays: playsOf.get(day) ?? 0 }
  })
}

/** Plays in all. */
export const sumOfPlays = (days: readonly DayPlays[]): number => days.reduce((sum, { plays }) => sum + plays, 0)

/** The day with most plays, the latest of equals; undefined where there were none. */
export function busiestDay(days: readonly DayPlays[]): DayPlays | undefined {
  const most = Math.max(0, ...days.map(({ plays }) => plays))
  return most === 0 ? undefined : days.findLast(({ plays }) => plays === most)
}

/** Plays of each week of seven days, oldest first; the last ends with the last day. */
export function weekSums(days: readonly DayPlays[]): number[] {
  const first = days.length % 7
  const starts = Array.from({ length: Math.floor(days.length / 7) }, (_, week) => first + week * 7)
  return starts.map((start) => sumOfPlays(days.slice(start, start + 7)))
}
