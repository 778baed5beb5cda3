import { getRelays } from '#contract/listening/relays.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** The member's relays; null from a host that forwards no scrobbles. */
export const relaysQuery = ownQuery(getRelays, ['listening', 'relays'])
