import { nameKey } from '#contract/accounts/names.ts'
import { getMusicAccount } from '#contract/listening/music-accounts.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** Null from a host that has its own charts only. */
export const musicAccountQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'music-account', nameKey(user)],
    fetch: (options) => ifComputed(poll(getMusicAccount, { user }, options)),
  })
