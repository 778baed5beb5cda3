import { changeQuery } from '../endpoint-kinds.ts'
import { defineOpenWrite } from './open-endpoints.ts'
import { accountLabels, Password } from './session.ts'

/** Responds without a session too: a browser that retries has none, and receives the first response. */
export const deleteAccount = defineOpenWrite({
  path: '/api/user/delete-account',
  summary: "Deletes one's own account by its password, for good, and ends all its sessions.",
  whileSuspended: true,
  query: changeQuery({ password: Password }),
  labels: accountLabels,
  failure: 'Failed to delete the account',
})
