import { getLinkedIdentity, getPendingSignUp } from '#contract/accounts/single-sign-on.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** The provider and the member's identity there; null from a host without single sign-on. */
export const linkedIdentityQuery = ownQuery(getLinkedIdentity, ['accounts', 'linked-identity'], { isFleeting: true })

/** The identity without a member that this browser has proven; null from a host without them. */
export const pendingSignUpQuery = liveQuery({
  queryKey: ['accounts', 'pending-sign-up'],
  fetch: (options) => ifComputed(poll(getPendingSignUp, {}, options)),
  isPublic: true,
  isFleeting: true,
})
