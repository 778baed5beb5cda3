import * as v from 'valibot'
import { defineEndpoint, type ResponseOf } from '../endpoint.ts'
import { Rows } from '../rows.ts'
import { Bool, ClientId, Done, Id, Instant, Num, Text, Username } from '../wire.ts'

export type SignedIn = ResponseOf<typeof getSessions>['sessions'][number]

export const getSessions = defineEndpoint({
  method: 'GET',
  path: '/api/user/sessions',
  addition: true,
  summary: 'Where a member is signed in, the last used first, at most 100; private to the member.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username }),
  response: v.object({
    sessions: Rows(
      v.object({
        id: Num,
        /**
         * Browser and system, such as "Firefox on Android"; empty if the browser did not send them.
         */
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

export const endSession = defineEndpoint({
  method: 'POST',
  path: '/api/user/end-session',
  addition: true,
  summary: 'Ends one session of the member, perhaps this one. One that is not there has ended already.',
  access: 'member',
  actor: 'user',
  whileSuspended: true,
  visibility: 'own',
  query: v.object({ user: Username, id: Id, client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to sign out there',
})

export const endSessions = defineEndpoint({
  method: 'POST',
  path: '/api/user/end-sessions',
  addition: true,
  summary: 'Ends all sessions of the member, this one too.',
  access: 'member',
  actor: 'user',
  whileSuspended: true,
  visibility: 'own',
  query: v.object({ user: Username, client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to sign out everywhere',
})
