import { nameKey } from '#contract/accounts/names.ts'
import { getMusicLibrary } from '#contract/listening/music-library.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The member's linked music library; null from a host that plays none. */
export const musicLibraryQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'music-library', nameKey(user)],
    fetch: (options) => ifComputed(poll(getMusicLibrary, { user }, options)),
  })
