import { addressIn } from '#server/http/address.ts'
import type { Api } from '#server/http/api.ts'
import { type Exchange, setHeaders } from '#server/http/exchange.ts'
import { inGroups } from '#server/http/in-groups.ts'
import { type Bucket, type GroupOfTokens, tooMany } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Admission, admitAll, type Knock } from './admit.ts'
import type { Counter } from './counter.ts'
import { createLeases } from './leases.ts'
import { createTakeScrobbles, type TakeScrobbles } from './take-scrobbles.ts'
import type { Bearer } from './tokens.ts'

/** For whom the secret of a request stands. */
export type Admit = (c: Exchange, secret: string | undefined) => Promise<Bearer | undefined>

/** What all protocols ask. */
export interface Players {
  /**
   * Counts a request and answers for whom its token, or its session's key, stands; undefined: for nobody. Says in the headers of the
   * answer, in ListenBrainz's, how much is left. Throws a Refusal 429 when the address or the member's players ask too often.
   */
  readonly admit: Admit
  /**
   * As `admit`, for what asks again whether the token is still there when it writes: a player that scrobbles much is looked up
   * once in a while.
   */
  readonly admitWriter: Admit
  /**
   * Counts a request by address in the memory of this process, before its body is read and its secret is known. Throws a
   * Refusal 429.
   */
  readonly countUnread: (c: Exchange) => void
  readonly take: TakeScrobbles
}

/** Requests that are admitted together. */
const GROUP_MAX = 500
/** Longer ones are none of ours and need not be hashed. */
const SECRET_MAX_LENGTH = 200

export function createPlayers({ db, now, log, config, buckets }: Api, counter: Counter): Players {
  const { memberScrobbles, addressScrobbles } = config.rateLimits
  const knock = inGroups<Knock, Admission>((group) => admitAll(db, group, config.rateLimits, now()), { max: GROUP_MAX })
  const leases = createLeases(config.rateLimits)
  const admit = async (c: Exchange, secret: string | undefined, requests: number) => {
    const isOurs = secret !== undefined && secret !== '' && secret.length <= SECRET_MAX_LENGTH
    const { ofAddress, bearer } = await knock({
      address: addressIn({ config }, c),
      secret: isOurs ? secret : undefined,
      requests,
    })
    check(ofAddress, addressScrobbles)
    if (bearer !== undefined) setHeaders(c, check(bearer.left, memberScrobbles))
    return bearer
  }
  return {
    take: createTakeScrobbles({ db, log }, counter),
    countUnread(c) {
      const waitS = buckets.take(`addressScrobbles ${addressIn({ config }, c)}`, addressScrobbles, now())
      if (waitS > 0) throw tooMany('requests', waitS)
    },
    admit: (c, secret) => admit(c, secret, 1),
    async admitWriter(c, secret) {
      const key = `${addressIn({ config }, c)} ${secret}`
      const leased = leases.use(key, now())
      if (leased !== undefined) {
        setHeaders(c, check(leased.left, memberScrobbles))
        return leased
      }
      const bearer = await admit(c, secret, leases.requests)
      if (bearer !== undefined) leases.add(key, bearer, now())
      return bearer
    },
  }
}

/** The headers that say what is left. Throws a Refusal 429 that carries them where nothing was. */
function check(
  { isAllowed, tokens }: GroupOfTokens,
  { burst, perSecond }: Bucket['limit'],
): Readonly<Record<string, string>> {
  const remaining = Math.max(0, Math.floor(tokens))
  // Until all is there again, or, when nothing is left, until one is.
  const resetInS = Math.max(1, Math.ceil(((remaining > 0 ? burst : 1) - tokens) / perSecond))
  const headers = {
    'X-RateLimit-Limit': String(burst),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset-In': String(resetInS),
  }
  if (isAllowed) return headers
  throw new Refusal(429, `Too many requests. Try again in ${resetInS} s.`, 'rate_limited', {
    retryAfterSeconds: resetInS,
    headers,
  })
}
