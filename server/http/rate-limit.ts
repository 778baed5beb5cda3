import { type RawBuilder, sql } from 'kysely'
import type { RateLimit } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { Refusal } from './refusal.ts'

/** A bucket of tokens and what it is for. Keys are one word and whose it is: `writes member 7`. */
export interface Bucket {
  readonly key: string
  readonly limit: RateLimit
}

/**
 * Takes a token from each bucket, in a table that all processes share and that need not survive a crash. `db` is never
 * the effect's transaction: what is rolled back must count too. Throws a Refusal 429 that says when to come again.
 */
export async function takeTokens(db: Db, buckets: readonly Bucket[], now: Date): Promise<void> {
  for (const { key, limit } of buckets) {
    const { rows } = await takingOfMany(sql`select ${key}::text as key, 1 as taken`, limit, now).execute(db)
    const { tokens, isAllowed } = rows[0] ?? { tokens: 0, isAllowed: false }
    if (isAllowed) continue
    throw new Refusal(429, 'That was too much at once. Please wait a little.', 'rate_limited', {
      retryAfterSeconds: (1 - tokens) / limit.perSecond,
    })
  }
}

/** What a bucket has left after a group of requests. */
export interface GroupOfTokens {
  readonly isAllowed: boolean
  /** Below zero where a group took more than there was: the next ones wait for it. */
  readonly tokens: number
}

/**
 * The statement that takes tokens of many requests at once, from buckets of one limit: `given` selects each `key` once and how many
 * tokens are `taken`. A bucket that is not empty serves its whole group. Returns key, tokens and `isAllowed`.
 */
export function takingOfMany(
  given: RawBuilder<unknown>,
  { burst, perSecond }: Readonly<Record<keyof RateLimit, number | RawBuilder<unknown>>>,
  now: Date | RawBuilder<unknown>,
): RawBuilder<GroupOfTokens> {
  const available = sql<number>`least(${burst}::float8, r.tokens + ${perSecond}::float8
    * greatest(0, extract(epoch from excluded.refilled_at - r.refilled_at)::float8))`
  return sql<GroupOfTokens>`insert into rate_limits as r (key, tokens, is_allowed, refilled_at)
    select key, ${burst}::float8 - taken, true, ${now}::timestamptz from (${given}) as given order by key
    on conflict (key) do update set
      tokens = case when ${available} >= 1 then ${available} - (${burst}::float8 - excluded.tokens) else ${available} end,
      is_allowed = ${available} >= 1,
      refilled_at = greatest(r.refilled_at, excluded.refilled_at)
    returning key, tokens, is_allowed as "isAllowed"`
}

/** Forgets buckets that have not been touched for a day: every one of them is full again or nearly so. */
export async function deleteOldBuckets(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('refilled_at', '<', new Date(now.getTime() - 24 * 3_600_000))
    .execute()
}
