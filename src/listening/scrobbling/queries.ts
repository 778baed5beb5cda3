import { nameKey } from '#contract/accounts/names.ts'
import { getScrobbleTokens } from '#contract/listening/scrobbling.ts'
import { exchange } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The member's players; null from a host that takes no scrobbles. */
export const scrobbleTokensQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'scrobble-tokens', nameKey(user)],
    fetch: (signal) => ifComputed(exchange(getScrobbleTokens, { user }, { signal })),
    overlay: (answer) => answer,
  })
