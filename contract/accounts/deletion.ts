import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { ClientId, Done, Username } from '../wire.ts'
import { accountLabels, Password } from './session.ts'

/** Responds without a session too: a browser that retries has none, and receives the first response. */
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
