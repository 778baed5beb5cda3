import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { ClientId, Done, Username } from '../wire.ts'
import { accountLabels, Password } from './session.ts'

/**
 * Needs `user`'s session. Also responds without one: a browser that retries by itself has none any
 * more, and for ten minutes receives the first response.
 */
export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/api/user/delete-account',
  addition: true,
  summary: "Deletes one's own account by its password, for good, and ends all its sessions.",
  access: 'anyone',
  whileSuspended: true,
  visibility: 'own',
  query: v.object({ user: Username, password: Password, client_id: v.optional(ClientId) }),
  labels: accountLabels,
  response: Done,
  failure: 'Failed to delete the account',
})
