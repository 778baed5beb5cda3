import { sql } from 'kysely'
import type { RateLimit } from '#server/config.ts'
import type { Db } from '#server/db/open.ts'
import { Refusal } from './refusal.ts'

/** A token bucket. */
export interface Bucket {
  /**
   * The limit's name and an id, an address or a hash: `memberWrites 7`. Never a name or other text
   * from a user.
   */
  readonly key: string
  readonly limit: RateLimit
  /** For the message of the 429: "Too many reports." */
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
 * Takes a token from a bucket in an unlogged table that all processes share. Never pass the
 * effect's transaction as `db`: requests that are rolled back must count too. Throws a Refusal 429.
 */
export async function takeTokens(db: Db, bucket: Bucket, now: Date): Promise<void> {
  const { tokens, isAllowed } = await takeToken(db, bucket, now)
  if (!isAllowed) throw tooMany(bucket.noun, (1 - tokens) / bucket.limit.perSecond, bucket.isDaily)
}

/** As `takeTokens`, but returns what is left instead of throwing. */
export async function takeToken(db: Db, { key, limit: { burst, perSecond } }: Bucket, now: Date): Promise<Level> {
  const available = sql<number>`least(${burst}::float8, r.tokens + ${perSecond}::float8
    * greatest(0, extract(epoch from excluded.refilled_at - r.refilled_at)::float8))`
  const { rows } = await sql<Level>`insert into rate_limits as r (key, tokens, is_allowed, refilled_at)
    values (${key}, ${burst}::float8 - 1, true, ${now}::timestamptz)
    on conflict (key) do update set
      tokens = ${available} - case when ${available} >= 1 then 1 else 0 end,
      is_allowed = ${available} >= 1,
      refilled_at = greatest(r.refilled_at, excluded.refilled_at)
    returning tokens, is_allowed as "isAllowed"`.execute(db)
  return rows[0] ?? { tokens: 0, isAllowed: false }
}

/** Returns one token to each bucket. */
export async function giveTokensBack(db: Db, buckets: readonly Pick<Bucket, 'key'>[]): Promise<void> {
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
  return new Refusal(
    429,
    `Too many ${noun}. Try again in ${formatDuration(seconds)}.`,
    isDaily ? 'daily_limit' : 'rate_limited',
    {
      retryAfterSeconds: seconds,
    },
  )
}

function formatDuration(seconds: number): string {
  if (seconds < 100) return `${seconds} s`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`
}

/** Deletes buckets unused for a day: all of them are full or nearly full. */
export async function deleteOldBuckets(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where('refilled_at', '<', new Date(now.getTime() - 24 * 3_600_000))
    .execute()
}
