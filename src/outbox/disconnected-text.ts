import { dayAndMonth, formatClock } from '#src/ui/dates.ts'

/** What a link beside the strip text leads to. */
type StripLink = 'login' | 'outbox' | 'retry'

/** The strip text, and the links beside it. */
export interface StripText {
  text: string
  leadsTo: readonly StripLink[]
}

/** Counts for the user's actions that are not sent. */
export interface UnsentCounts {
  waiting: number
  parked: number
}

/** Formats an action count, such as `2 actions`. */
export const countActions = (count: number) => `${count} ${count === 1 ? 'action' : 'actions'}`

/** Returns when the feed was requested (ms since 1970) as a sentence; nothing without a feed. */
export const feedText = (feedFrom: number | undefined) =>
  feedFrom === undefined ? [] : [`Feed from ${formatTime(feedFrom)}.`]

/** Returns a sentence for each action count that is not 0. */
export const unsentText = ({ waiting, parked }: UnsentCounts) => [
  ...(waiting === 0 ? [] : [`${countActions(waiting)} waiting to send.`]),
  ...(parked === 0 ? [] : [`${countActions(parked)} could not be sent.`]),
]

/** Returns the text without a connection. */
export function disconnectedText(feedFrom: number | undefined, unsent: UnsentCounts): StripText {
  const actions = unsentText(unsent)
  const text = ['Offline.', ...feedText(feedFrom), ...actions].join(' ')
  return { text, leadsTo: actions.length === 0 ? [] : ['outbox'] }
}

/** `8:12` today, else with the date. */
function formatTime(at: number): string {
  const time = new Date(at)
  const isToday = time.toDateString() === new Date().toDateString()
  return isToday ? formatClock(time) : `${dayAndMonth(time)}, ${formatClock(time)}`
}
