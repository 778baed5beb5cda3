import { dayAndDate, toLocalDay } from '#src/ui/dates.ts'
import type { ListenItem } from './overlay.ts'

export type ListEntry =
  | { readonly key: string; readonly heading: string }
  | { readonly key: string; readonly listen: ListenItem }

/** Returns the listens, newest first, with a heading before the first one on each day. */
export function groupByDay(listens: readonly ListenItem[], now = new Date()): ListEntry[] {
  const entries: ListEntry[] = []
  let last = ''
  for (const listen of listens) {
    const at = new Date(listen.listened_at)
    const day = toLocalDay(at)
    if (day !== last) entries.push({ key: day, heading: nameDay(at, now) })
    last = day
    entries.push({ key: listen.id, listen })
  }
  return entries
}

/** Returns 'Today', 'Yesterday', 'Saturday 14 November', or the same with the year. */
function nameDay(at: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (toLocalDay(at) === toLocalDay(now)) return 'Today'
  if (toLocalDay(at) === toLocalDay(yesterday)) return 'Yesterday'
  return at.getFullYear() === now.getFullYear() ? dayAndDate(at) : `${dayAndDate(at)} ${at.getFullYear()}`
}
