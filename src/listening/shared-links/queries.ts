import { resolveLink } from '#contract/listening/shared-links.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/**
 * Names for a link's track, through the server; null from a host that looks no links up. Requested
 * once: services limit look-ups, and the names do not change.
 */
export const resolvedLinkQuery = (url: string) =>
  liveQuery({
    queryKey: ['listening', 'resolved-link', url],
    fetch: (options) => ifComputed(poll(resolveLink, { url }, options)),
    isRequestedOnce: true,
  })
