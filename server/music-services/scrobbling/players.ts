import type { Db } from '#server/db/open.ts'
import { addressIn } from '#server/http/address.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { createBatcher } from '#server/http/batcher.ts'
import { setHeaders } from '#server/http/headers.ts'
import { type Bucket, type Level, takeTokensOfBatch } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type AcceptScrobbles, createAcceptScrobbles } from './accept-scrobbles.ts'
import type { Aggregator } from './aggregator.ts'
import { type Bearer, findTokens } from './tokens.ts'

/** The part that the three protocols share. */
export interface Players {
  /**
   * Counts a request by address, before its body is read. Throws a Refusal 429. Called once per
   * request.
   */
  readonly countRequest: (c: RequestContext) => void
  /**
   * Finds a request's token, or its session's token, and counts the request by member. Sets
   * ListenBrainz's rate limit headers. Throws a Refusal 429 if the member's players send too many
   * requests.
   */
  readonly findBearer: (c: RequestContext, secret: string | undefined) => Promise<Bearer | undefined>
  readonly accept: AcceptScrobbles
}

export function createPlayers({ db, now, log, watch, config, buckets }: Api, aggregator: Aggregator): Players {
  const { memberScrobbles, addressScrobbles } = config.rateLimits
  const admit = createBatcher<string, Admission | undefined>(
    (secrets) => admitBatch(db, secrets, memberScrobbles, now()),
    REQUESTS_MAX,
  )
  return {
    countRequest(c) {
      // In memory: otherwise all requests behind one proxy or network would wait for one table row.
      const waitSeconds = buckets.take(`addressScrobbles ${addressIn({ config }, c)}`, addressScrobbles, now())
      if (waitSeconds > 0) throw tooManyRequests(addressScrobbles, 1 - waitSeconds * addressScrobbles.perSecond)
    },
    async findBearer(c, secret) {
      const admission = secret === undefined ? undefined : await admit(secret)
      if (admission === undefined) return undefined
      const { bearer, isAllowed, tokens } = admission
      if (!isAllowed) throw tooManyRequests(memberScrobbles, tokens)
      setHeaders(c, toHeaders(memberScrobbles, tokens))
      return bearer
    },
    accept: createAcceptScrobbles({ config, db, now, log, watch }, aggregator),
  }
}

type RateLimit = Bucket['limit']

/** The maximum number of tokens looked up in one statement, one per request. */
const REQUESTS_MAX = 100

/** A token, and the rate limit left for its member's players. */
interface Admission extends Level {
  readonly bearer: Bearer
}

/** Looks tokens up and counts the requests by member. */
async function admitBatch(
  db: Db,
  secrets: readonly string[],
  limit: RateLimit,
  now: Date,
): Promise<readonly (Admission | undefined)[]> {
  const bearers = await findTokens(db, secrets, now)
  const keys = bearers.map((bearer) => (bearer === undefined ? '' : `memberScrobbles ${bearer.memberId}`))
  const requests = new Map<string, number>()
  for (const key of keys) if (key !== '') requests.set(key, (requests.get(key) ?? 0) + 1)
  const levels = await takeTokensOfBatch(db, requests, limit, now)
  return bearers.map((bearer, place) => {
    const level = levels.get(keys[place] ?? '')
    return bearer && level && { bearer, ...level }
  })
}

function tooManyRequests(limit: RateLimit, tokens: number): Refusal {
  const retryAfterSeconds = secondsUntilReset(limit, tokens)
  return new Refusal(429, `Too many requests. Try again in ${retryAfterSeconds} s.`, 'rate_limited', {
    retryAfterSeconds,
    headers: toHeaders(limit, tokens),
  })
}

const toHeaders = (limit: RateLimit, tokens: number): Readonly<Record<string, string>> => ({
  'X-RateLimit-Limit': String(limit.burst),
  'X-RateLimit-Remaining': String(Math.max(0, Math.floor(tokens))),
  'X-RateLimit-Reset-In': String(secondsUntilReset(limit, tokens)),
})

/** Returns the seconds until the bucket is full again; if it is empty, until it has a token. */
function secondsUntilReset({ burst, perSecond }: RateLimit, tokens: number): number {
  return Math.max(1, Math.ceil(((tokens >= 1 ? burst : 1) - tokens) / perSecond))
}
