import { nameKey } from '#contract/accounts/names.ts'
import { getInstance } from '#contract/instance/instance.ts'
import { getInvitation, getInvitations } from '#contract/instance/invitations.ts'
import { exchange } from '#src/api/call.ts'
import { ifComputed } from '#src/api/if-computed.ts'
import { liveQuery } from '#src/cache/live.ts'

/** Name, texts and sign-up of this server; null from a host without them. */
export const instanceQuery = liveQuery({
  queryKey: ['instance', 'about'],
  fetch: (signal) => ifComputed(exchange(getInstance, {}, { signal })),
  overlay: (answer) => answer,
})

/** Whether an invitation can be used; null from a host without invitations. */
export const invitationQuery = (code: string) =>
  liveQuery({
    queryKey: ['instance', 'invitation', code],
    fetch: (signal) => ifComputed(exchange(getInvitation, { code }, { signal })),
    overlay: (answer) => answer,
    isFleeting: true,
  })

/** The member's invitations; null from a host without them. */
export const invitationsQuery = (user: string) =>
  liveQuery({
    queryKey: ['instance', 'invitations', nameKey(user)],
    fetch: (signal) => ifComputed(exchange(getInvitations, { user }, { signal })),
    overlay: (answer) => answer,
    isFleeting: true,
  })
