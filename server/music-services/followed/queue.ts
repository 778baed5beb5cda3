import { defineQueue, NoPayload } from '#server/queue/define-queue.ts'
import { readDueAccounts } from './read-accounts.ts'
import { findDueAccount } from './store.ts'

/** Reads the listens of followed accounts. A page that is read twice adds nothing. */
export const followedAccountsQueue = defineQueue<null>({
  name: 'read-followed-accounts',
  payload: NoPayload,
  schedule: { whenAny: findDueAccount },
  retryAfterSeconds: 10,
  timeoutSeconds: 600,
  perform: (services, { signal }) => readDueAccounts(services, signal),
})
