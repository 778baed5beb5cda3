import { getSessions } from '#contract/accounts/sessions.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** The member's sessions; null from a host that lists none. */
export const sessionsQuery = ownQuery(getSessions, ['accounts', 'sessions'], { isFleeting: true })
