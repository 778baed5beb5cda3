import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Id, Instant, Num, Text, Username } from '../wire.ts'

export type Standing = ResponseOf<typeof getStanding>

export const getStanding = defineOwnRead({
  path: '/api/user/standing',
  summary: 'The suspension of the member, if any, and the warnings that the member has not confirmed.',
  query: v.object({ user: Username }),
  response: v.object({
    /** `until` is empty if it lasts until an admin ends it. */
    suspension: v.nullable(v.object({ reason: Text, since: Instant, until: Instant })),
    /** Oldest first, at most 50. `about`: the text of the broadcast or reply, else empty. */
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

export const confirmWarning = defineOwnWrite({
  path: '/api/user/confirm-warning',
  summary: 'Confirms that the member has seen a warning.',
  whileSuspended: true,
  query: changeQuery({ id: Id }),
  failure: 'Failed to confirm the warning',
})
