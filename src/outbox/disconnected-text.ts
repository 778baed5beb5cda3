import { dayAndMonth, formatClock } from '#src/ui/dates.ts'

/** The text of the strip, and the link beside it. */
export interface StripText {
  text: string
  leadsTo: 'login' | 'outbox' | 'retry' | undefined
}

/** Formats a number of actions, such as `2 actions`. */
export const countActions = (count: number) => `${count} ${count === 1 ? 'action' : 'actions'}`

/**
 * Returns the text without a connection: the reason, when the feed was requested (ms since 1970),
 * and the number of queued actions.
 */
export function disconnectedText(why: string, feedFrom: number | undefined, waiting: number): StripText {
  const since = feedFrom === undefined ? '' : ` Showing your feed from ${formatTime(feedFrom)}.`
  const queued = waiting === 0 ? '' : ` ${countActions(waiting)} waiting to send.`
  return { text: `${why}${since}${queued}`, leadsTo: waiting === 0 ? undefined : 'outbox' }
}

/** `8:12` today, else with the date. */
function formatTime(at: number): string {
  const time = new Date(at)
  const isToday = time.toDateString() === new Date().toDateString()
  return isToday ? formatClock(time) : `${dayAndMonth(time)}, ${formatClock(time)}`
}
