import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { ClientId, Done, Username } from '../wire.ts'

/** Demo only: adds a listening history for a new member, so that the track picker works at once. */
export const addSampleListens = defineEndpoint({
  method: 'POST',
  path: '/api/user/sample-listens',
  addition: true,
  summary: 'Gives the member sample listens (demo only; done already when there are listens).',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username, client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to add sample listens',
})
