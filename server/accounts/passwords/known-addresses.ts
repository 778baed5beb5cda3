import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { Db, Tx } from '#server/db/open.ts'

/** The maximum number of stored addresses per member. The newest are retained. */
const ADDRESSES_MAX = 20
/** The time an address is stored after the last log-in from it, in ms: a session's lifetime. */
const REMEMBERED_MS = 180 * DAY_MS

export async function upsertAddress(tx: Tx, memberId: number, address: string, now: Date): Promise<void> {
  await tx
    .insertInto('known_addresses')
    .values({ member_id: memberId, address_hash: hashAddress(memberId, address), last_used_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'address_hash']).doUpdateSet({ last_used_at: now }))
    .execute()
  await sql`delete from known_addresses where member_id = ${memberId} and address_hash not in (
    select address_hash from known_addresses where member_id = ${memberId}
    order by last_used_at desc, address_hash limit ${ADDRESSES_MAX})`.execute(tx)
}

/** Returns whether a member has logged in from an address within the last 180 days. */
export async function isKnownAddress(db: Db, memberId: number, address: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('last_used_at')
    .where('member_id', '=', memberId)
    .where('address_hash', '=', hashAddress(memberId, address))
    .executeTakeFirst()
  return row !== undefined && now.getTime() - row.last_used_at.getTime() < REMEMBERED_MS
}

/** The number of places in a day after which sign-ins are not mailed any more. */
const MAILED_PLACES_MAX = 10

/**
 * Returns whether a log-in is from an address that the member has not logged in from, although from
 * others: not the first log-in, nor the first one after a password reset.
 */
export async function isNewPlace(tx: Tx, memberId: number, address: string, now: Date): Promise<boolean> {
  if (await isKnownAddress(tx, memberId, address, now)) return false
  const { rows } = await sql<{ known: number; recent: number }>`select count(*)::int as known,
      count(*) filter (where last_used_at > ${new Date(now.getTime() - DAY_MS)})::int as recent
    from known_addresses where member_id = ${memberId}`.execute(tx)
  const [{ known, recent } = { known: 0, recent: 0 }] = rows
  return known > 0 && recent < MAILED_PLACES_MAX
}

/** Deletes all of a member's addresses: one may have been an attacker's. */
export async function deleteAddresses(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('known_addresses').where('member_id', '=', memberId).execute()
}

/**
 * Includes the member, so that two members at one address cannot be linked. Not secret: all
 * addresses can be tried.
 */
const hashAddress = (memberId: number, address: string): Buffer =>
  createHash('sha256').update(`${memberId} ${address}`).digest()
