import { getLinkedIdentity, getPendingSignUp } from '#contract/accounts/single-sign-on.ts'
import { additionQuery } from '#src/cache/endpoint-query.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** The provider and the member's identity there; null from a host without single sign-on. */
export const linkedIdentityQuery = ownQuery(getLinkedIdentity, ['accounts', 'linked-identity'], { isFleeting: true })

/** The identity without a member that this browser has proven; null from a host without them. */
export const pendingSignUpQuery = additionQuery(getPendingSignUp, {}, ['accounts', 'pending-sign-up'], {
  isPublic: true,
  isFleeting: true,
})
