import { nameKey } from '#contract/accounts/names.ts'

/** A member profile's cache key. The service worker stores responses under it too. */
export const profileKey = (user: string) => ['accounts', 'profile', nameKey(user)] as const
