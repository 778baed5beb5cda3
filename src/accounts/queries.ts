import type { UserProfile } from '#contract/accounts.ts'
import { getProfile, getStatus } from '#contract/accounts.ts'
import { nameKey } from '#contract/names.ts'
import { exchange } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'

/** A member's profile; undefined when the answer names nobody. */
export const profileQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'profile', nameKey(user)],
    ask: (signal) => exchange(getProfile, { user }, { signal }),
    overlay: firstProfile,
  })

const firstProfile = ({ userProfile }: { userProfile: UserProfile[] }) => ({ profile: userProfile[0] })

/** What is new for the session. An addition of ours: other hosts refuse it. */
export const statusQuery = liveQuery({
  queryKey: ['accounts', 'status'],
  ask: (signal) => exchange(getStatus, {}, { signal }),
  overlay: (status) => status,
  isFleeting: true,
})
