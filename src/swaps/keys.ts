/** Cache key for a member's swaps, for the code that adds pushed swaps to them. */
export const swapsKey = (user: string) => ['swaps', 'all', user] as const
