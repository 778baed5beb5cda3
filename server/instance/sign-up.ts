import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { countInvitationUse, findUsableInvitation } from './invitations.ts'
import { findInstanceSettings } from './store.ts'

/**
 * Checks that a visitor may join, before the costly part of a sign-up. An invitation that cannot be
 * used is ignored where sign-up is open. Throws a Refusal 403.
 */
export async function checkAdmission(db: Db, invitation: string | undefined, now: Date): Promise<void> {
  const { signUp } = await findInstanceSettings(db)
  if (signUp === 'open') return
  if (signUp === 'closed') throw new Refusal(403, 'Sign-up is closed on this server.', 'sign_up_closed')
  if (invitation === undefined) {
    throw new Refusal(403, 'This server needs an invitation. Ask a member for a link.', 'sign_up_closed')
  }
  if ((await findUsableInvitation(db, invitation, now)) === undefined) throw createInvalidRefusal()
}

/**
 * Checks again that a new member may join, and uses the invitation, in the transaction of the
 * sign-up. Throws a Refusal 403.
 */
export async function admitNewMember(tx: Tx, memberId: number, invitation: string | undefined, now: Date) {
  await checkAdmission(tx, invitation, now)
  if (invitation === undefined || (await countInvitationUse(tx, invitation, memberId, now))) return
  // A concurrent sign-up has used it since the check.
  if ((await findInstanceSettings(tx)).signUp !== 'open') throw createInvalidRefusal()
}

const createInvalidRefusal = () =>
  new Refusal(403, 'This invitation is no longer valid. Ask for a new one.', 'invitation_invalid')
