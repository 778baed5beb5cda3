import { getFollowers, getFollowing, getProfile, getStatus, type UserProfile } from '#contract/accounts.ts'
import { nameKey } from '#contract/names.ts'
import { exchange } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'
import { overlayFollowers, overlayFollowing } from './overlay.ts'

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

/** Who follows a member, latest first. */
export const followersQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'followers', nameKey(user)],
    ask: (signal) => exchange(getFollowers, { user }, { signal }),
    overlay: ({ followers, total }, pending) => overlayFollowers(user, { people: followers, total }, pending),
  })

/** Whom a member follows, latest first. */
export const followingQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'following', nameKey(user)],
    ask: (signal) => exchange(getFollowing, { user }, { signal }),
    overlay: ({ following, total }, pending) => overlayFollowing(user, { people: following, total }, pending),
  })
