import { getProfile, type UserProfile } from '#contract/accounts/user-profile.ts'
import { isNotFound, type Refused } from '#src/api/errors.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { findBlocked } from './blocks/overlay.ts'
import { profileKey } from './keys.ts'
import { overlayProfile, profileReads } from './overlay.ts'

/** `isBlocked`: by an action that the response does not contain. */
export const profileQuery = (user: string) =>
  endpointQuery(getProfile, { user }, profileKey(user), { overlay: firstProfile, reads: profileReads })

/** Returns whether there is no such member: the spec's status is 400. */
export const isUnknownMember = (error: unknown): error is Refused => isNotFound(error, [400])

const firstProfile = ({ userProfile }: { userProfile: UserProfile[] }, pending: PendingOf<typeof profileReads>) => ({
  profile: overlayProfile(userProfile[0], pending),
  isBlocked: findBlocked(pending)(userProfile[0]?.profile),
})
