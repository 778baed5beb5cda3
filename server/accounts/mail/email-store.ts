import { sql } from 'kysely'
import { foldName } from '#server/db/fold-name.ts'
import type { Db, Tx } from '#server/db/open.ts'

export interface MailMember {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly isConfirmed: boolean
}

/** The maximum number of accounts with one address that a reset request finds. */
const ACCOUNTS_MAX = 10

const columns = sql`members.id, members.name, members.email, confirmed_emails.email is not null as "isConfirmed"
  from members left join confirmed_emails on member_id = members.id and confirmed_emails.email = members.email`

/** Returns a member; undefined if the account was deleted. */
export async function findMailMember(db: Db, memberId: number): Promise<MailMember | undefined> {
  const { rows } =
    await sql<MailMember>`select ${columns} where members.id = ${memberId} and deleted_at is null`.execute(db)
  return rows[0]
}

/**
 * Returns the members with a confirmed address that have this name, or this address, which several
 * members may share.
 */
export async function listConfirmedMembers(db: Db, account: string): Promise<readonly MailMember[]> {
  const { rows } = await sql<MailMember>`select ${columns}
    where confirmed_emails.email is not null and deleted_at is null and not is_system
      and (name_key = ${foldName(account.replace(/^@/, ''))} or lower(confirmed_emails.email) = lower(${account}))
    order by members.id limit ${ACCOUNTS_MAX}`.execute(db)
  return rows
}

export async function upsertConfirmedEmail(tx: Tx, memberId: number, email: string, now: Date): Promise<void> {
  await tx
    .insertInto('confirmed_emails')
    .values({ member_id: memberId, email, confirmed_at: now })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ email, confirmed_at: now }))
    .execute()
}

/** Deletes what was confirmed for a member's former address, and all links to set a password. */
export async function deleteOfFormerEmail(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('confirmed_emails').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('email_confirmations').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('password_resets').where('member_id', '=', memberId).execute()
}
