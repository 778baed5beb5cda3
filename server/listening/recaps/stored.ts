import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { tryLockListens } from '../member-charts/stored.ts'
import { countRecap, countStreak, type RecapBounds } from './count.ts'
import { type CountedRecap, RECAP_KIND_NUMBERS, type RecapKey } from './counted.ts'

/*
 * Stored recaps of periods that have ended, as charts of closed days are stored (decision 55): a
 * recap is counted and stored when it is first read, under locks that exclude changes of the
 * member's listens. Triggers delete it when one of its days, or an earlier one, changes.
 */

/**
 * Id of an advisory lock, unique in the project: one process counts a member's recaps at a time.
 */
const RECAPS_LOCK = 7042
/**
 * The number of stored recaps of a member. Those that were not read for the longest time go first.
 */
export const STORED_RECAPS_MAX = 60
const DAY_MS = 86_400_000
const NOTE_READ_EVERY_MS = DAY_MS
const DELETE_AFTER_MS = 60 * DAY_MS

interface Stored {
  readonly counted: CountedRecap
  readonly readAt: Date
}

const isThis = ({ memberId, kind, first, timeZone }: RecapKey) =>
  sql`member_id = ${memberId} and kind = ${sql.lit(RECAP_KIND_NUMBERS[kind])} and first_day = ${first}::date
    and time_zone = ${timeZone}`

async function findStored(db: Db, key: RecapKey): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`select counted, read_at as "readAt" from recaps where ${isThis(key)}`.execute(db)
  return rows[0]
}

/**
 * Returns what a member heard in a period that has ended; counts and stores it at the first read.
 */
export async function readClosedRecap(db: Db, key: RecapKey, bounds: RecapBounds, now: Date): Promise<CountedRecap> {
  const stored = await findStored(db, key)
  if (stored === undefined) return inTransaction(db, (tx) => countAndStore(tx, key, bounds, now))
  if (now.getTime() - stored.readAt.getTime() > NOTE_READ_EVERY_MS)
    await sql`update recaps set read_at = greatest(read_at, ${now}::timestamptz) where ${isThis(key)}`.execute(db)
  return stored.counted
}

async function countAndStore(tx: Tx, key: RecapKey, bounds: RecapBounds, now: Date): Promise<CountedRecap> {
  await sql`select pg_advisory_xact_lock(${sql.lit(RECAPS_LOCK)}, hashint8(${key.memberId}::bigint))`.execute(tx)
  const stored = await findStored(tx, key)
  if (stored !== undefined) return stored.counted
  // The statement that counts starts after this one: it sees all changes of the lock's last holder.
  const isLocked = await tryLockListens(tx, key.memberId)
  const streakAtEnd = await countStreak(tx, key, key.last, false)
  const counted = { ...(await countRecap(tx, key, bounds)), streakAtEnd }
  if (isLocked) await insertRecap(tx, key, counted, bounds.lastUtcDay, now)
  return counted
}

async function insertRecap(
  tx: Tx,
  { memberId, kind, first, timeZone }: RecapKey,
  counted: CountedRecap,
  lastUtcDay: string,
  now: Date,
): Promise<void> {
  // A member that is being deleted has no row.
  await sql`insert into recaps (member_id, kind, first_day, time_zone, last_utc_day, counted, read_at)
    select id, ${sql.lit(RECAP_KIND_NUMBERS[kind])}, ${first}::date, ${timeZone}, ${lastUtcDay}::date,
      ${JSON.stringify(counted)}::jsonb, ${now}
    from members where id = ${memberId} on conflict do nothing`.execute(tx)
  await sql`delete from recaps where member_id = ${memberId} and (kind, first_day, time_zone) in (
    select kind, first_day, time_zone from recaps where member_id = ${memberId}
    order by read_at desc offset ${sql.lit(STORED_RECAPS_MAX)})`.execute(tx)
}

/** Deletes recaps that were not read for 60 days. */
export async function deleteUnreadRecaps(tx: Tx, now: Date): Promise<void> {
  await sql`delete from recaps where read_at < ${new Date(now.getTime() - DELETE_AFTER_MS)}`.execute(tx)
}
