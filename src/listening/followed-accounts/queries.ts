import { getFollowedAccount } from '#contract/listening/followed-accounts.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** The account with listens that are added continuously; null from a host without this. */
export const followedAccountQuery = ownQuery(getFollowedAccount, ['listening', 'followed-account'])
