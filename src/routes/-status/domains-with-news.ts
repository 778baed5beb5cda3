import type { Status } from '#src/status/useStatus.ts'

/** The domains that a status change invalidates: the first element of a query key is its domain. */
const DOMAINS = {
  newest_broadcast: ['broadcasts'],
  unread_messages: ['messages'],
  swaps_waiting: ['swaps', 'accounts'],
  // Likes, follows and the other side of a swap appear in this field alone.
  unread_activity: ['activity', 'swaps', 'accounts'],
  now_playing: ['playing'],
} as const satisfies Partial<Record<keyof Status, readonly string[]>>

export const domainsWithNews = (before: Status, now: Status): readonly string[] =>
  Object.entries(DOMAINS).flatMap(([field, domains]) =>
    // Object.entries loses the type of the keys.
    before[field as keyof typeof DOMAINS] === now[field as keyof typeof DOMAINS] ? [] : domains,
  )
