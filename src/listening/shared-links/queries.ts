import { resolveLink } from '#contract/listening/shared-links.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** Requested once: services limit look-ups, and the names do not change. */
export const resolvedLinkQuery = (url: string) =>
  liveQuery({
    queryKey: ['listening', 'resolved-link', url],
    fetch: (options) => ifComputed(poll(resolveLink, { url }, options)),
    isRequestedOnce: true,
  })
