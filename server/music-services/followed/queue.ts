import { defineQueue, NoPayload } from '#server/queue/define-queue.ts'
import { runLanes } from '#server/queue/leased-rows.ts'
import { readNextAccount } from './read-accounts.ts'
import { findDueAccount } from './store.ts'

/** The number of accounts that a process reads concurrently. */
const LANES = 4

/** Reads listens from followed accounts. A page that is read twice adds nothing. */
export const followedAccountsQueue = defineQueue<null>({
  name: 'read-followed-accounts',
  payload: NoPayload,
  schedule: { whenAny: findDueAccount },
  retryAfterSeconds: 10,
  timeoutSeconds: 600,
  perform: (services, { signal }) => runLanes(LANES, () => readNextAccount(services, signal), signal),
})
