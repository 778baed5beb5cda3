import { getInstance } from '#contract/instance/instance.ts'
import { getInvitation, getInvitations } from '#contract/instance/invitations.ts'
import { additionQuery } from '#src/cache/endpoint-query.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** This server's name, texts and sign-up; null from a host without them. */
export const instanceQuery = additionQuery(getInstance, {}, ['instance', 'about'], { isPublic: true })

/** Whether an invitation can be used; null from a host without invitations. */
export const invitationQuery = (code: string) =>
  additionQuery(getInvitation, { code }, ['instance', 'invitation', code], { isFleeting: true })

/** The member's invitations; null from a host without them. */
export const invitationsQuery = ownQuery(getInvitations, ['instance', 'invitations'], { isFleeting: true })
