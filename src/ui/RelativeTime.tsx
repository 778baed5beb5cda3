import { timeInFull } from './dates.ts'
import { useMinute } from './minute-clock.ts'
import { time as look } from './RelativeTime.css.ts'
import { relativeTime } from './relative-time.ts'

/** The time since `at` (ms since 1970 or ISO 8601), every minute; its title is the full time. */
export function RelativeTime({ at }: { at: number | string | Date }) {
  const minute = useMinute()
  const date = new Date(at)
  const time = date.getTime()
  if (Number.isNaN(time)) return null
  // The shared minute is rounded down, so that the age is never overstated.
  return (
    <time className={look} dateTime={date.toISOString()} title={timeInFull(date)}>
      {relativeTime(time, minute * 60_000)}
    </time>
  )
}
