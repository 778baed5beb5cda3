import { nameKey } from '#contract/accounts/names.ts'
import { getFollowedAccount } from '#contract/listening/followed-accounts.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** The account with listens that are added continuously; null from a host without this. */
export const followedAccountQuery = (user: string) =>
  liveQuery({
    queryKey: ['listening', 'followed-account', nameKey(user)],
    fetch: (options) => ifComputed(poll(getFollowedAccount, { user }, options)),
  })
