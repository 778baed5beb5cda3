/**
 * Cache key of the activity: in the first chunk, for readers of the cache that never request it.
 */
export const activityKey = (user: string) => ['activity', 'list', user] as const
