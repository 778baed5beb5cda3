import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { countInvitationUse } from './invitations.ts'
import { findInstanceSettings } from './store.ts'

/**
 * Checks that a new member may join, and uses the invitation, in the transaction of the sign-up. An
 * invitation that cannot be used is ignored where sign-up is open. Throws a Refusal 403.
 */
export async function admitNewMember(tx: Tx, memberId: number, invitation: string | undefined, now: Date) {
  const { signUp } = await findInstanceSettings(tx)
  if (signUp === 'closed') throw new Refusal(403, 'Sign-up is closed on this server.', 'sign_up_closed')
  const isInvited = invitation !== undefined && (await countInvitationUse(tx, invitation, memberId, now))
  if (signUp === 'open' || isInvited) return
  if (invitation === undefined) {
    throw new Refusal(403, 'This server needs an invitation. Ask a member for a link.', 'sign_up_closed')
  }
  throw new Refusal(403, 'This invitation is no longer valid. Ask for a new one.', 'invitation_invalid')
}
