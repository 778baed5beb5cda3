import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Bool, Id, Instant, Num, Text, Username } from '../wire.ts'

export type SignedIn = ResponseOf<typeof getSessions>['sessions'][number]

export const getSessions = defineOwnRead({
  path: '/api/user/sessions',
  summary: 'Where a member is signed in, the last used first, at most 100; private to the member.',
  query: v.object({ user: Username }),
  response: v.object({
    sessions: Rows(
      v.object({
        id: Num,
        /** Browser and system, such as "Firefox on Android"; empty if unknown. */
        device: Text,
        created_at: Instant,
        /** Rounded to 10 minutes. */
        last_used_at: Instant,
        is_current: Bool,
      }),
    ),
  }),
  failure: 'Failed to load where you are signed in',
})

export const endSession = defineOwnWrite({
  path: '/api/user/end-session',
  summary: 'Ends one session of the member, perhaps this one. One that is not there has ended already.',
  whileSuspended: true,
  query: changeQuery({ id: Id }),
  failure: 'Failed to sign out there',
})

export const endSessions = defineOwnWrite({
  path: '/api/user/end-sessions',
  summary: 'Ends all sessions of the member, this one too.',
  whileSuspended: true,
  query: changeQuery({}),
  failure: 'Failed to sign out everywhere',
})
