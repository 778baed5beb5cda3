import { getInstance } from '#contract/instance/instance.ts'
import {
  createInvitation,
  getInvitation,
  getInvitations,
  revokeInvitation as revokeInvitationEndpoint,
} from '#contract/instance/invitations.ts'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findRelyingParty } from '#server/http/relying-party.ts'
import { route } from '#server/http/route.ts'
import type { Member } from '#server/http/session.ts'
import { VERSION } from '#server/http/version.ts'
import { findUsableInvitation, insertInvitation, listInvitations, revokeInvitation } from './invitations.ts'
import { countMembers, findInstanceSettings } from './store.ts'

/** Registers the routes for the instance's description and invitations. */
export function instanceRoutes(api: Api): void {
  route(api, getInstance, async ({ db, config }) => {
    const { name, about, rules, privacy, contact, signUp, membersInvite } = await findInstanceSettings(db)
    const members = await countMembers(db)
    const passkeys = findRelyingParty(api.config, api.port) !== undefined
    return {
      name,
      about,
      rules,
      privacy,
      contact,
      sign_up: signUp,
      members_invite: membersInvite,
      passkeys,
      members,
      mail: config.mail !== null,
      provider: config.singleSignOn?.name ?? null,
      version: VERSION,
      commit: config.commit,
    }
  })

  route(api, getInvitation, async ({ db, query, now }) => {
    const inviter = await findUsableInvitation(db, query.code, now)
    return { is_valid: inviter !== undefined, invited_by: inviter ?? '' }
  })

  route(api, getInvitations, async ({ db, member, now }) => ({
    may_invite: await mayInvite(db, member),
    invitations: await listInvitations(db, member.id, now),
  }))

  route(api, createInvitation, async ({ tx, member, query, now }) => {
    if (!(await mayInvite(tx, member)))
      throw new Refusal(403, 'Only admins can invite people to this server.', 'not_allowed')
    const { days, max_uses: maxUses } = query
    const invitation = await insertInvitation(tx, { inviterId: member.id, days, maxUses, now })
    if (invitation === undefined) {
      throw new Refusal(409, 'You have 50 open invitations. Revoke one first.', 'too_many_invitations')
    }
    return { success: true, ...invitation }
  })

  route(api, revokeInvitationEndpoint, ({ tx, member, query, now }) => revokeInvitation(tx, member.id, query.id, now))
}

async function mayInvite(db: Db, { isAdmin, suspension }: Member): Promise<boolean> {
  if (suspension !== null) return false
  const { signUp, membersInvite } = await findInstanceSettings(db)
  return isAdmin || (membersInvite && signUp !== 'closed')
}
