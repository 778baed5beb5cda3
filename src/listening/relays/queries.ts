import { nameKey } from '#contract/accounts/names.ts'
import { getRelays } from '#contract/listening/relays.ts'
import { exchange } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The member's relays; null from a host that forwards no scrobbles. */
export const relaysQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'relays', nameKey(user)],
    fetch: (signal) => ifComputed(exchange(getRelays, { user }, { signal })),
    overlay: (answer) => answer,
  })
