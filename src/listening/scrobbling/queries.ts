import { nameKey } from '#contract/accounts/names.ts'
import { getProgramRequest } from '#contract/listening/program-requests.ts'
import { getScrobbleTokens } from '#contract/listening/scrobbling.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** The member's players; null from a host that takes no scrobbles. */
export const scrobbleTokensQuery = ownQuery(getScrobbleTokens, ['listening', 'scrobble-tokens'])

/** The program that asks for access with a token; null if none does. Not stored: it is a secret. */
export const programRequestQuery = (user: string, token: string) =>
  endpointQuery(getProgramRequest, { user, token }, ['listening', 'program-request', nameKey(user), token], {
    overlay: ({ request }) => request,
    isFleeting: true,
  })
