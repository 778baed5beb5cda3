import { nameKey } from '#contract/accounts/names.ts'
import { getPasskeys } from '#contract/accounts/passkeys.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The member's passkeys, readable offline; null from a host without passkeys. */
export const passkeysQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'passkeys', nameKey(user)],
    fetch: (options) => ifComputed(poll(getPasskeys, { user }, options)),
  })
