import { nameKey } from '#contract/accounts/names.ts'
import { getProgramRequest } from '#contract/listening/program-requests.ts'
import { getScrobbleTokens } from '#contract/listening/scrobbling.ts'
import { poll } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** The member's players; null from a host that takes no scrobbles. */
export const scrobbleTokensQuery = ownQuery(getScrobbleTokens, ['listening', 'scrobble-tokens'])

/** The program that asks for access with a token; null if none does. Not stored: it is a secret. */
export const programRequestQuery = (user: string, token: string) =>
  liveQuery({
    queryKey: ['listening', 'program-request', nameKey(user), token],
    fetch: (options) => poll(getProgramRequest, { user, token }, options),
    overlay: ({ request }) => request,
    isFleeting: true,
  })
