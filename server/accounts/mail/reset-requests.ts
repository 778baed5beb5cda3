import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { foldName } from '#server/db/fold-name.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { defineQueue } from '#server/queue/define-queue.ts'
import { listConfirmedMembers } from './email-store.ts'
import { isMailAllowed } from './mail-limits.ts'
import { enqueueMail } from './mail-payload.ts'

const ResetRequest = v.object({ account: v.string() })
type ResetRequest = v.InferOutput<typeof ResetRequest>

const resetRequestsRef = { name: 'password-reset-requests', payload: ResetRequest }

/**
 * Finds the members that a request for a reset means, and adds a mail for each. The request itself
 * looks nothing up, so that its response and its duration are the same for every account.
 */
export const resetRequestsQueue = defineQueue<ResetRequest>({
  ...resetRequestsRef,
  async perform(services, { payload: { account }, now }) {
    for (const { id, email } of await listConfirmedMembers(services.db, account)) {
      if (!(await isMailAllowed(services, 'reset_password', { memberId: id, email }, now))) continue
      await services.db.transaction().execute((tx) => enqueueMail(services, tx, { kind: 'reset_password', member: id }))
    }
  },
})

/** Adds a reset request for an account, which may not exist. One per account is queued. */
export async function enqueueResetRequest({ jobs }: Pick<Api, 'jobs'>, tx: Tx, account: string): Promise<void> {
  const key = createHash('sha256').update(foldName(account)).digest('base64url')
  await jobs.enqueue(tx, resetRequestsRef, { account }, key)
}
