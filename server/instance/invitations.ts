import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { Invitation } from '#contract/instance/invitations.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { isSuspended, visibleTo } from '#server/db/visible-to.ts'
import { hashToken } from '#server/http/session.ts'

const CODE_BYTES = 16
const LISTED_MAX = 100
/** The maximum number of a member's usable invitations. */
const OPEN_MAX = 50

/**
 * The SQL condition that an invitation can be used: from the command line, or by a member that is
 * not suspended.
 */
const isUsable = (now: Date) => sql<boolean>`(revoked_at is null and expires_at > ${now} and uses < max_uses
  and not ${isSuspended('inviter_id', now)})`

interface NewInvitation {
  /** Null: the command line. */
  readonly inviterId: number | null
  readonly days: number
  readonly maxUses: number
  readonly now: Date
}

/**
 * Returns the new invitation with its 128-bit random code, for the only time; undefined if too many
 * are open.
 */
export async function insertInvitation(
  tx: Tx,
  { inviterId, days, maxUses, now }: NewInvitation,
): Promise<{ id: number; code: string } | undefined> {
  if (inviterId !== null) {
    await tx.selectFrom('members').select('id').where('id', '=', inviterId).forUpdate().execute()
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from invitations
      where inviter_id = ${inviterId} and ${isUsable(now)}`.execute(tx)
    if ((rows[0]?.open ?? 0) >= OPEN_MAX) return undefined
  }
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const { id } = await tx
    .insertInto('invitations')
    .values({
      inviter_id: inviterId,
      code_hash: hashToken(code),
      max_uses: maxUses,
      created_at: now,
      expires_at: new Date(now.getTime() + days * DAY_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, code }
}

/**
 * Returns a usable invitation's inviter: a name, empty for the command line. Undefined if it cannot
 * be used.
 */
export async function findUsableInvitation(db: Db, code: string, now: Date): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select coalesce(name, '') as name
    from invitations left join members on members.id = inviter_id
    where code_hash = ${hashToken(code)} and ${isUsable(now)}`.execute(db)
  return rows[0]?.name
}

/** Uses an invitation for a new member. Returns false if it cannot be used. */
export async function countInvitationUse(tx: Tx, code: string, memberId: number, now: Date): Promise<boolean> {
  // The condition is evaluated again after waiting for a concurrent use.
  const { rows } = await sql<{ id: number }>`update invitations set uses = uses + 1
    where code_hash = ${hashToken(code)} and ${isUsable(now)} returning id`.execute(tx)
  const [invitation] = rows
  if (invitation === undefined) return false
  await tx.insertInto('invited_members').values({ member_id: memberId, invitation_id: invitation.id }).execute()
  return true
}

interface InvitationRow extends Omit<Invitation, 'created_at' | 'expires_at' | 'joined'> {
  readonly created_at: Date
  readonly expires_at: Date
  readonly joined: readonly string[]
}

/**
 * Returns a member's invitations, newest first, at most 100, with the joined members that the
 * member may see.
 */
export async function listInvitations(db: Db, inviterId: number, now: Date): Promise<Invitation[]> {
  const { rows } = await sql<InvitationRow>`
    select id, uses, max_uses, created_at, expires_at, ${isUsable(now)} as is_open,
      array(select name from invited_members join members on members.id = member_id
        where invitation_id = invitations.id and ${visibleTo(inviterId, 'member_id')} order by member_id) as joined
    from invitations where inviter_id = ${inviterId} order by id desc limit ${LISTED_MAX}`.execute(db)
  return rows.map((row) => ({
    ...row,
    joined: row.joined.map((username) => ({ username })),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}

export async function revokeInvitation(tx: Tx, inviterId: number, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('inviter_id', '=', inviterId)
    .where('revoked_at', 'is', null)
    .execute()
}
