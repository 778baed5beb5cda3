import { dayAndMonth, formatClock } from '#src/ui/dates.ts'
import { countText } from '#src/ui/numbers.ts'

/** What a link beside the strip text leads to. */
type StripLink = 'login' | 'outbox' | 'retry'

export interface StripText {
  text: string
  leadsTo: readonly StripLink[]
}

export interface UnsentCounts {
  waiting: number
  parked: number
}

export const countActions = (count: number) => countText(count, 'action')

/** Returns when the feed was requested (ms since 1970) as a sentence; nothing without a feed. */
export const feedText = (feedFrom: number | undefined) =>
  feedFrom === undefined ? [] : [`Feed from ${formatTime(feedFrom)}.`]

export const unsentText = ({ waiting, parked }: UnsentCounts) => [
  ...(waiting === 0 ? [] : [`${countActions(waiting)} waiting to send.`]),
  ...(parked === 0 ? [] : [`${countActions(parked)} could not be sent.`]),
]

export function disconnectedText(feedFrom: number | undefined, unsent: UnsentCounts): StripText {
  const actions = unsentText(unsent)
  const text = ['Offline.', ...feedText(feedFrom), ...actions].join(' ')
  return { text, leadsTo: actions.length === 0 ? [] : ['outbox'] }
}

/** `8:12` today, else with the date. */
export function formatTime(at: number): string {
  const time = new Date(at)
  const isToday = time.toDateString() === new Date().toDateString()
  return isToday ? formatClock(time) : `${dayAndMonth(time)}, ${formatClock(time)}`
}
