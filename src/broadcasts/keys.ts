/** The cache key for one broadcast. The service worker stores responses under it too. */
export const broadcastKey = (id: number) => ['broadcasts', 'one', id] as const
export const repliesKey = (id: number) => ['broadcasts', 'replies', id] as const
