import { getStanding } from '#contract/accounts/standing.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** The member's suspension and unconfirmed warnings; null from a host without them. */
export const standingQuery = ownQuery(getStanding, ['accounts', 'standing'])
