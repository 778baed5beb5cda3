import { nameKey } from '#contract/accounts/names.ts'

/** Cache key of the latest messages with another member. */
export const conversationKey = (user: string, conversant: string) =>
  ['messages', 'conversation', user, nameKey(conversant)] as const
/**
 * Cache key of the conversations: in the first chunk, for readers of the cache that never request
 * them.
 */
export const conversationsKey = (user: string) => ['messages', 'conversations', user] as const
