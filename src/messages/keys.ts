/**
 * Cache key of the conversations: in the first chunk, for readers of the cache that never request
 * them.
 */
export const conversationsKey = (user: string) => ['messages', 'conversations', user] as const
