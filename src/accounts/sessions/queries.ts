import { nameKey } from '#contract/accounts/names.ts'
import { getSessions } from '#contract/accounts/sessions.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The member's sessions; null from a host that lists none. */
export const sessionsQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'sessions', nameKey(user)],
    fetch: (options) => ifComputed(poll(getSessions, { user }, options)),
    isFleeting: true,
  })
