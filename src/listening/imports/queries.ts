import { nameKey } from '#contract/accounts/names.ts'
import { getListeningSources } from '#contract/listening/imports.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
import { overlaySources, sourceReads } from './overlay.ts'

/** Null from a host without file imports. */
export const listeningSourcesQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'sources', nameKey(user)],
    fetch: (options) => ifComputed(poll(getListeningSources, { user }, options)),
    overlay: overlaySources,
    reads: sourceReads,
  })
