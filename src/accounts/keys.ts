import { nameKey } from '#contract/accounts/names.ts'

/** Cache key of a member's profile. The service worker stores responses under it too. */
export const profileKey = (user: string) => ['accounts', 'profile', nameKey(user)] as const
