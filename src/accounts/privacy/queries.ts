import { getPrivacy } from '#contract/accounts/privacy.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** A member's privacy settings; null from a host without them. */
export const privacyQuery = ownQuery(getPrivacy, ['accounts', 'privacy'])
