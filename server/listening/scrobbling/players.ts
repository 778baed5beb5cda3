import { addressIn } from '#server/http/address.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { setHeaders } from '#server/http/headers.ts'
import { type Bucket, type Level, takeToken, tooMany } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type AcceptScrobbles, createAcceptScrobbles } from './accept-scrobbles.ts'
import type { Aggregator } from './aggregator.ts'
import { type Bearer, findToken } from './tokens.ts'

/** What the three protocols have in common. */
export interface Players {
  /**
   * Counts a request and finds the token, or the session's token, that it was sent with. Sets ListenBrainz's rate limit headers. Throws a
   * Refusal 429 when the address or the member's players send too many requests.
   */
  readonly findBearer: (c: RequestContext, secret: string | undefined) => Promise<Bearer | undefined>
  /** Counts a request by address in the memory of this process, before its body is read. Throws a Refusal 429. */
  readonly countUnread: (c: RequestContext) => void
  readonly accept: AcceptScrobbles
}

export function createPlayers({ db, now, log, config, buckets }: Api, aggregator: Aggregator): Players {
  const { memberScrobbles, addressScrobbles } = config.rateLimits
  const addressBucket = (c: RequestContext): Bucket => ({
    key: `addressScrobbles ${addressIn({ config }, c)}`,
    limit: addressScrobbles,
    noun: 'requests',
  })
  const memberBucket = (memberId: number): Bucket => ({
    key: `memberScrobbles ${memberId}`,
    limit: memberScrobbles,
    noun: 'requests',
  })
  return {
    async findBearer(c, secret) {
      const at = now()
      await takeWithHeaders(addressBucket(c), at)
      const bearer = secret === undefined ? undefined : await findToken(db, secret, at)
      if (bearer !== undefined) setHeaders(c, await takeWithHeaders(memberBucket(bearer.memberId), at))
      return bearer
    },
    countUnread(c) {
      const { key, limit, noun } = addressBucket(c)
      const waitSeconds = buckets.take(key, limit, now())
      if (waitSeconds > 0) throw tooMany(noun, waitSeconds)
    },
    accept: createAcceptScrobbles({ db, log }, aggregator),
  }

  /** Takes a token. Returns the headers that state what is left; a Refusal 429 carries them too. */
  async function takeWithHeaders(bucket: Bucket, at: Date): Promise<Readonly<Record<string, string>>> {
    const level = await takeToken(db, bucket, at)
    const { headers, resetSeconds } = toHeaders(bucket, level)
    if (level.isAllowed) return headers
    throw new Refusal(429, `Too many ${bucket.noun}. Try again in ${resetSeconds} s.`, 'rate_limited', {
      retryAfterSeconds: resetSeconds,
      headers,
    })
  }
}

function toHeaders({ limit: { burst, perSecond } }: Bucket, { tokens }: Level) {
  const remaining = Math.max(0, Math.floor(tokens))
  // Until the bucket is full again; when it is empty, until it has a token.
  const resetSeconds = Math.max(1, Math.ceil(((remaining > 0 ? burst : 1) - tokens) / perSecond))
  const headers = {
    'X-RateLimit-Limit': String(burst),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset-In': String(resetSeconds),
  }
  return { headers, resetSeconds }
}
