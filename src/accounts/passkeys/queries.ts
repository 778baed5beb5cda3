import { getPasskeys } from '#contract/accounts/passkeys.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** The member's passkeys, readable offline; null from a host without passkeys. */
export const passkeysQuery = ownQuery(getPasskeys, ['accounts', 'passkeys'])
