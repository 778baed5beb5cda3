/** Where the conversations are cached: for who reads them without asking, in the first chunk. */
export const conversationsKey = (user: string) => ['messages', 'conversations', user] as const
