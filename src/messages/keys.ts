import { nameKey } from '#contract/accounts/names.ts'

export const conversationKey = (user: string, conversant: string) =>
  ['messages', 'conversation', user, nameKey(conversant)] as const
/** The conversations' key: in the first chunk, for readers that never request them. */
export const conversationsKey = (user: string) => ['messages', 'conversations', user] as const
