import { getMusicAccount } from '#contract/listening/music-accounts.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** Null from a host that has its own charts only. */
export const musicAccountQuery = ownQuery(getMusicAccount, ['listening', 'music-account'])
