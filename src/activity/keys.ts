/** The activity's cache key: in the first chunk, for cache readers that never request it. */
export const activityKey = (user: string) => ['activity', 'list', user] as const
