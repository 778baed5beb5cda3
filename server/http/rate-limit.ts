import { sql } from 'kysely'
import type { RateLimit } from '#server/config/config.ts'
import type { Db } from '#server/db/open.ts'
import { Refusal } from './refusal.ts'

export interface Bucket {
  /**
   * The limit's name and an id, an address or a hash: `memberWrites 7`. Never a name or other text
   * from a user.
   */
  readonly key: string
  readonly limit: RateLimit
  /** For the 429 message: "Too many reports." */
  readonly noun: string
  /** Whether it refills over hours: then the response has the code `daily_limit`. */
  readonly isDaily?: boolean
}

/** A bucket after a request. */
export interface Level {
  readonly isAllowed: boolean
  /** Tokens that are left; below 1 when the request was refused. */
  readonly tokens: number
}

/**
 * Takes a token from a bucket in an unlogged table that all processes share. For a limit on
 * requests, never pass the effect's transaction as `db`: those that are rolled back must count too.
 * Throws a Refusal 429.
 */
export async function takeTokens(db: Db, { key, limit, noun, isDaily }: Bucket, now: Date): Promise<void> {
  const levels = await takeTokensOfBatch(db, new Map([[key, 1]]), limit, now)
  const { tokens, isAllowed } = levels.get(key) ?? { tokens: 0, isAllowed: false }
  if (!isAllowed) throw tooMany(noun, (1 - tokens) / limit.perSecond, isDaily)
}

/**
 * Takes tokens for a request batch from one limit's buckets: `requests` has the request count by
 * key. A bucket that is not empty serves its whole batch, so that its level may fall below zero.
 * Returns the levels by key.
 */
export async function takeTokensOfBatch(
  db: Db,
  requests: ReadonlyMap<string, number>,
  { burst, perSecond }: RateLimit,
  now: Date,
): Promise<ReadonlyMap<string, Level>> {
  if (requests.size === 0) return new Map()
  const available = sql<number>`least(${burst}::float8, r.tokens + ${perSecond}::float8
    * greatest(0, extract(epoch from excluded.refilled_at - r.refilled_at)::float8))`
  const { rows } = await sql<Level & { key: string }>`
    insert into rate_limits as r (key, tokens, is_allowed, refilled_at)
    select key, ${burst}::float8 - taken, true, ${now}::timestamptz
    from unnest(${[...requests.keys()]}::text[], ${[...requests.values()]}::float8[]) as requests (key, taken) order by key
    on conflict (key) do update set
      tokens = case when ${available} >= 1 then ${available} - (${burst}::float8 - excluded.tokens) else ${available} end,
      is_allowed = ${available} >= 1,
      refilled_at = greatest(r.refilled_at, excluded.refilled_at)
    returning key, tokens, is_allowed as "isAllowed"`.execute(db)
  return new Map(rows.map(({ key, ...level }) => [key, level]))
}

export async function refundTokens(db: Db, buckets: readonly Pick<Bucket, 'key'>[]): Promise<void> {
  const keys = buckets.map((bucket) => bucket.key)
  await db
    .updateTable('rate_limits')
    .set((row) => ({ tokens: row('tokens', '+', 1) }))
    .where('key', 'in', keys.length === 0 ? [''] : keys)
    .execute()
}

/**
 * Returns a Refusal 429 with Retry-After and a message such as "Too many reports. Try again in 3
 * min."
 */
export function tooMany(noun: string, retryAfterSeconds: number, isDaily = false): Refusal {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  const sentence = `Too many ${noun}. Try again in ${formatDuration(seconds)}.`
  return new Refusal(429, sentence, isDaily ? 'daily_limit' : 'rate_limited', { retryAfterSeconds: seconds })
}

function formatDuration(seconds: number): string {
  if (seconds < 100) return `${seconds} s`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}
