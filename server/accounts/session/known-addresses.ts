import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'

/** Addresses of one member that are remembered: the newest. */
const ADDRESSES_MAX = 20
/** How long an address is remembered after the last log-in from it: as long as a session lasts. */
const REMEMBERED_MS = 180 * 24 * 3_600_000

/** Remembers that a member has logged in from an address. */
export async function noteAddress(tx: Tx, memberId: number, address: string, now: Date): Promise<void> {
  await tx
    .insertInto('known_addresses')
    .values({ member_id: memberId, address_hash: hashOf(memberId, address), last_used_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'address_hash']).doUpdateSet({ last_used_at: now }))
    .execute()
  await sql`delete from known_addresses where member_id = ${memberId} and address_hash not in (
    select address_hash from known_addresses where member_id = ${memberId}
    order by last_used_at desc, address_hash limit ${ADDRESSES_MAX})`.execute(tx)
}

/** Whether a member has logged in from an address before, within the last 180 days. */
export async function isKnownAddress(db: Db, memberId: number, address: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('last_used_at')
    .where('member_id', '=', memberId)
    .where('address_hash', '=', hashOf(memberId, address))
    .executeTakeFirst()
  return row !== undefined && now.getTime() - row.last_used_at.getTime() < REMEMBERED_MS
}

/** Forgets all addresses of a member: one of them may have been a stranger's. */
export async function deleteAddresses(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('known_addresses').where('member_id', '=', memberId).execute()
}

/** Deletes addresses that have not been used for 180 days. */
export async function deleteOldAddresses(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('known_addresses')
    .where('last_used_at', '<', new Date(now.getTime() - REMEMBERED_MS))
    .execute()
}

/** By member, so that two members at one address are not seen to be. Not secret: addresses are few enough to try them all. */
const hashOf = (memberId: number, address: string): Buffer =>
  createHash('sha256').update(`${memberId} ${address}`).digest()
