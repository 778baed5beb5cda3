import { nameKey } from '#contract/accounts/names.ts'
import { getProfile, type UserProfile } from '#contract/accounts/profile.ts'
import { exchange } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'
import type { Pending } from '#src/offline/outbox/pending.ts'
import { overlayProfile } from './overlay.ts'

/** A member's profile; undefined if the response contains none. */
export const profileQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'profile', nameKey(user)],
    ask: (signal) => exchange(getProfile, { user }, { signal }),
    overlay: firstProfile,
  })

const firstProfile = ({ userProfile }: { userProfile: UserProfile[] }, pending: Pending) => ({
  profile: overlayProfile(userProfile[0], pending),
})
