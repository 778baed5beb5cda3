import { getInstance } from '#contract/instance/instance.ts'
import { getInvitation, getInvitations } from '#contract/instance/invitations.ts'
import { poll } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'
import { ownQuery } from '#src/cache/own-query.ts'

/** This server's name, texts and sign-up; null from a host without them. */
export const instanceQuery = liveQuery({
  queryKey: ['instance', 'about'],
  fetch: (options) => ifComputed(poll(getInstance, {}, options)),
  isPublic: true,
})

/** Whether an invitation can be used; null from a host without invitations. */
export const invitationQuery = (code: string) =>
  liveQuery({
    queryKey: ['instance', 'invitation', code],
    fetch: (options) => ifComputed(poll(getInvitation, { code }, options)),
    isFleeting: true,
  })

/** The member's invitations; null from a host without them. */
export const invitationsQuery = ownQuery(getInvitations, ['instance', 'invitations'], { isFleeting: true })
