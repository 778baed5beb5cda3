import { nameKey } from '#contract/accounts/names.ts'

/** Cache key for the latest messages with another member. */
export const conversationKey = (user: string, conversant: string) =>
  ['messages', 'conversation', user, nameKey(conversant)] as const
/**
 * Cache key for the conversations: in the first chunk, for cache readers that never request them.
 */
export const conversationsKey = (user: string) => ['messages', 'conversations', user] as const
