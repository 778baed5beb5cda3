import { ownUrl } from '#server/http/base-url.ts'
import { deliverMail, type MailContent } from '#server/mail/index.ts'
import { defineQueue, type JobRun, type JobServices } from '#server/queue/define-queue.ts'
import { insertMailedReset } from '../passwords/password-resets.ts'
import { insertEmailConfirmation } from './email-confirmations.ts'
import { findMailMember, type MailMember } from './email-store.ts'
import { type MailPayload, mailQueueRef } from './mail-payload.ts'
import {
  writeConfirmation,
  writeEmailChange,
  writeNewSignIn,
  writePasswordChange,
  writeReset,
  writeServerFailure,
  writeWayAdded,
} from './mail-texts.ts'

/**
 * Sends mails to members. A failed mail is retried for about a day. A repeat sends another
 * link; earlier ones stay valid.
 */
export const mailQueue = defineQueue<MailPayload>({
  ...mailQueueRef,
  // Pauses double from a minute to an hour.
  retries: 30,
  retryAfterSeconds: 60,
  timeoutSeconds: 90,
  concurrency: 2,
  async perform(services, run) {
    const { kind, member: memberId } = run.payload
    const member = await findMailMember(services.db, memberId)
    const address = member && findAddress(member, run.payload)
    if (member === undefined || address === undefined) return
    const { id, signal } = run
    const write = (instance: string) => writeMail(services, run, member, instance)
    await deliverMail(services, { kind, memberId, address, write, id, signal })
  },
})

/**
 * Returns a mail's address, or undefined if it is not to be sent any more. Only a confirmation goes
 * to an unconfirmed address.
 */
function findAddress({ email, isConfirmed }: MailMember, mail: MailPayload): string | undefined {
  if (mail.kind === 'email_changed') return mail.former
  return (mail.kind === 'confirm_email') === isConfirmed ? undefined : email
}

async function writeMail(
  services: JobServices,
  { payload, now }: JobRun<MailPayload>,
  { id, name, email }: MailMember,
  instance: string,
): Promise<MailContent> {
  const { db } = services
  const named = (path: string) => ({ instance, name, url: `${ownUrl(services)}${path}` })
  switch (payload.kind) {
    case 'confirm_email':
      return writeConfirmation(named(`/confirm?token=${await insertEmailConfirmation(db, id, email, now)}`))
    case 'reset_password':
      return writeReset(named(`/reset?token=${await insertMailedReset(db, { memberId: id, email, now })}`))
    case 'password_changed':
      return writePasswordChange(named('/reset'))
    case 'new_sign_in':
      return writeNewSignIn(named('/settings/security'), payload)
    case 'way_added':
      return writeWayAdded(named('/settings/security'), payload)
    case 'server_failure':
      return writeServerFailure(named('/admin/server'), payload)
    case 'email_changed':
      return writeEmailChange(named('/settings/security'))
  }
}
