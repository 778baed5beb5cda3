import { nameKey } from '#contract/accounts/names.ts'
import { getLinkedIdentity, getPendingSignUp } from '#contract/accounts/single-sign-on.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The provider and the member's identity there; null from a host without single sign-on. */
export const linkedIdentityQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'linked-identity', nameKey(user)],
    fetch: (options) => ifComputed(poll(getLinkedIdentity, { user }, options)),
    isFleeting: true,
  })

/** The identity without a member that this browser has proven; null from a host without them. */
export const pendingSignUpQuery = liveQuery({
  queryKey: ['accounts', 'pending-sign-up'],
  fetch: (options) => ifComputed(poll(getPendingSignUp, {}, options)),
  isPublic: true,
  isFleeting: true,
})
