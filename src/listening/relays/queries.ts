import { nameKey } from '#contract/accounts/names.ts'
import { getRelays } from '#contract/listening/relays.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The member's relays; null from a host that forwards no scrobbles. */
export const relaysQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'relays', nameKey(user)],
    fetch: (options) => ifComputed(poll(getRelays, { user }, options)),
  })
