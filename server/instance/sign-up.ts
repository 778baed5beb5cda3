import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { countInvitationUse, findUsableInvitation } from './invitations.ts'
import { findInstanceSettings } from './store.ts'

/** Why a visitor may not join. */
type AdmissionProblem = 'closed' | 'uninvited' | 'invitation_invalid'

/**
 * Returns why a visitor may not join; undefined if there is no reason. An invitation that cannot be
 * used is ignored where sign-up is open.
 */
export async function findAdmissionProblem(
  db: Db,
  invitation: string | undefined,
  now: Date,
): Promise<AdmissionProblem | undefined> {
  const { signUp } = await findInstanceSettings(db)
  if (signUp === 'open') return undefined
  if (signUp === 'closed') return 'closed'
  if (invitation === undefined) return 'uninvited'
  return (await findUsableInvitation(db, invitation, now)) === undefined ? 'invitation_invalid' : undefined
}

/** Checks that a visitor may join, before a sign-up's costly part. Throws a Refusal 403. */
export async function checkAdmission(db: Db, invitation: string | undefined, now: Date): Promise<void> {
  const problem = await findAdmissionProblem(db, invitation, now)
  if (problem !== undefined) throw createRefusal(problem)
}

/**
 * Checks again that a new member may join, and uses the invitation, in the sign-up's transaction.
 * Throws a Refusal 403.
 */
export async function admitNewMember(tx: Tx, memberId: number, invitation: string | undefined, now: Date) {
  await checkAdmission(tx, invitation, now)
  if (invitation === undefined || (await countInvitationUse(tx, invitation, memberId, now))) return
  // A concurrent sign-up has used it since the check.
  if ((await findInstanceSettings(tx)).signUp !== 'open') throw createRefusal('invitation_invalid')
}

const REFUSALS = {
  closed: ['Sign-up is closed on this server.', 'sign_up_closed'],
  uninvited: ['This server needs an invitation. Ask a member for a link.', 'sign_up_closed'],
  invitation_invalid: ['This invitation is no longer valid. Ask for a new one.', 'invitation_invalid'],
} as const

function createRefusal(problem: AdmissionProblem): Refusal {
  const [sentence, code] = REFUSALS[problem]
  return new Refusal(403, sentence, code)
}
