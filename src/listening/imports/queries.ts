import { nameKey } from '#contract/accounts/names.ts'
import { getListeningSources } from '#contract/listening/imports.ts'
import { exchange } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** Where a member's listening comes from, and the latest imports; null from a host that takes no files in. */
export const listeningSourcesQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'sources', nameKey(user)],
    ask: (signal) => ifComputed(exchange(getListeningSources, { user }, { signal })),
    overlay: (answer) => answer,
  })
