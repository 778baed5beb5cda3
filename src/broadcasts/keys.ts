/** Cache key of one broadcast. The service worker stores responses under it too. */
export const broadcastKey = (id: number) => ['broadcasts', 'one', id] as const
/** Cache key of the newest replies to a broadcast. */
export const repliesKey = (id: number) => ['broadcasts', 'replies', id] as const
