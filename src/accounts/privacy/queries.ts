import { nameKey } from '#contract/accounts/names.ts'
import { getPrivacy } from '#contract/accounts/privacy.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** A member's privacy settings; null from a host without them. */
export const privacyQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'privacy', nameKey(user)],
    fetch: (options) => ifComputed(poll(getPrivacy, { user }, options)),
  })
