import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOpenRead, defineOwnRead, defineOwnRequest, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Bool, Count, Id, Instant, IntBetween, Num, Text, TextParam, Username } from '../wire.ts'

/** An invitation code, as in the link `/signup?invitation=CODE`. */
export const InvitationCode = v.pipe(
  TextParam,
  v.trim(),
  v.regex(/^[\w-]{10,64}$/, 'must be a code such as in an invitation link'),
)

export type Invitation = ResponseOf<typeof getInvitations>['invitations'][number]

export const getInvitation = defineOpenRead({
  path: '/api/invitation',
  summary: 'Whether an invitation can be used, and who made it. Unknown, used and expired ones get one response.',
  visibility: 'everyone',
  query: v.object({ code: InvitationCode }),
  response: v.object({ is_valid: Bool, invited_by: Text }),
  failure: 'Failed to load the invitation',
})

export const getInvitations = defineOwnRead({
  path: '/api/user/invitations',
  summary: "The member's invitations, newest first, at most 100; private to the member.",
  query: v.object({ user: Username }),
  response: v.object({
    may_invite: Bool,
    invitations: Rows(
      v.object({
        id: Num,
        uses: Count,
        max_uses: Num,
        created_at: Instant,
        expires_at: Instant,
        /** Whether it can be used now. */
        is_open: Bool,
        /** The members that joined by it, at most 100. */
        joined: Rows(v.object({ username: v.string() })),
      }),
    ),
  }),
  failure: 'Failed to load your invitations',
})

/** Without a client_id: its response would be stored, and a code must not be stored. */
export const createInvitation = defineOwnRequest({
  path: '/api/user/create-invitation',
  summary: 'Makes an invitation that expires and can be used a number of times. Only this response has its code.',
  query: v.object({
    user: Username,
    days: v.optional(IntBetween(1, 90), 7),
    max_uses: v.optional(IntBetween(1, 100), 1),
  }),
  response: v.object({ success: v.boolean(), id: Num, code: v.string() }),
  failure: 'Failed to make an invitation',
})

export const revokeInvitation = defineOwnWrite({
  path: '/api/user/revoke-invitation',
  summary: 'Revokes an invitation. One that is not there is revoked already.',
  whileSuspended: true,
  query: changeQuery({ id: Id }),
  failure: 'Failed to revoke the invitation',
})
