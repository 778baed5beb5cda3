import { nameKey } from '#contract/accounts/names.ts'
import { getStanding } from '#contract/accounts/standing.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The member's suspension and unconfirmed warnings; null from a host without them. */
export const standingQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'standing', nameKey(user)],
    fetch: (options) => ifComputed(poll(getStanding, { user }, options)),
  })
