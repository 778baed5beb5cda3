import * as v from 'valibot'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'

const Member = v.number()

const SignInWay = v.picklist(['passkey', 'single_sign_on'])
export type SignInWay = v.InferOutput<typeof SignInWay>

/** A mail to a member, by the member's id. Links and their tokens are made when it is sent. */
const MailPayload = v.variant('kind', [
  v.object({ kind: v.literal('confirm_email'), member: Member }),
  v.object({ kind: v.literal('reset_password'), member: Member }),
  v.object({ kind: v.literal('password_changed'), member: Member }),
  v.object({ kind: v.literal('new_sign_in'), member: Member, device: v.string(), at: v.string() }),
  v.object({ kind: v.literal('way_added'), member: Member, way: SignInWay }),
  v.object({ kind: v.literal('server_failure'), member: Member, subject: v.picklist(['backup', 'jobs']) }),
  // The member's row has the new address only.
  v.object({ kind: v.literal('email_changed'), member: Member, former: v.string() }),
])
export type MailPayload = v.InferOutput<typeof MailPayload>
type MailKind = MailPayload['kind']

/** The queue for mails to members; `mailQueue` runs it. */
export const mailQueueRef = { name: 'mail', payload: MailPayload }

/** Kinds in which a later mail does not replace a waiting one. */
const EACH_SENT: ReadonlySet<MailKind> = new Set(['new_sign_in', 'way_added', 'email_changed', 'server_failure'])

type Enqueuing = Pick<Api, 'config' | 'jobs'>

/**
 * Adds a mail in the transaction that writes its cause. If a repeat replaces its kind, one per
 * member is queued. Without SMTP_URL, does nothing.
 */
export async function enqueueMail({ config, jobs }: Enqueuing, tx: Tx, mail: MailPayload): Promise<void> {
  if (config.mail === null) return
  const isEachSent = EACH_SENT.has(mail.kind)
  await jobs.enqueue(tx, mailQueueRef, mail, isEachSent ? undefined : `${mail.kind} ${mail.member}`)
}
