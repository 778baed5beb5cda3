import type { Status } from '#src/status/useStatus.ts'

/** What a change of the status makes outdated: the first word of a query's key is its domain. */
const DOMAINS = {
  newest_broadcast: ['broadcasts'],
  unread_messages: ['messages'],
  swaps_waiting: ['swaps', 'accounts'],
  // Likes, follows and the other side of a swap are told by it alone.
  unread_activity: ['activity', 'swaps', 'accounts'],
  now_playing: ['playing'],
} as const satisfies Partial<Record<keyof Status, readonly string[]>>

/** The domains in which something has happened between two statuses. */
export const domainsWithNews = (before: Status, now: Status): readonly string[] =>
  Object.entries(DOMAINS).flatMap(([field, domains]) =>
    // Object.entries forgets the names of the keys.
    before[field as keyof typeof DOMAINS] === now[field as keyof typeof DOMAINS] ? [] : domains,
  )
