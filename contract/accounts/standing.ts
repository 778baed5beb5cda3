import * as v from 'valibot'
import { defineEndpoint, type ResponseOf } from '../endpoint.ts'
import { Rows } from '../rows.ts'
import { ClientId, Done, Id, Instant, Num, Text, Username } from '../wire.ts'

export type Standing = ResponseOf<typeof getStanding>

export const getStanding = defineEndpoint({
  method: 'GET',
  path: '/api/user/standing',
  addition: true,
  summary: 'The suspension of the member, if any, and the warnings that the member has not confirmed.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username }),
  response: v.object({
    /** `until` is empty if it lasts until an admin ends it. */
    suspension: v.nullable(v.object({ reason: Text, since: Instant, until: Instant })),
    /**
     * Oldest first, at most 50. `about`: the broadcast's or reply's text, empty for other kinds.
     */
    warnings: Rows(
      v.object({
        id: Num,
        /** `warning`, `broadcast_hidden`, `broadcast_deleted`, `reply_hidden`, `reply_deleted` or
         * `picture_deleted`. */
        kind: v.string(),
        reason: Text,
        about: Text,
        timestamp: Instant,
      }),
    ),
  }),
  failure: 'Failed to load your standing',
})

export const confirmWarning = defineEndpoint({
  method: 'POST',
  path: '/api/user/confirm-warning',
  addition: true,
  summary: 'Confirms that the member has seen a warning.',
  access: 'member',
  actor: 'user',
  whileSuspended: true,
  visibility: 'own',
  query: v.object({ user: Username, id: Id, client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to confirm the warning',
})
