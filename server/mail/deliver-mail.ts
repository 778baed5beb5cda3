import { toMailAddress } from '#server/config/mail-settings.ts'
import type { Services } from '#server/http/api.ts'
import { findInstanceSettings } from '#server/instance/index.ts'
import type { MailOutcome } from '#server/telemetry/metrics.ts'
import { type MailContent, renderMail, toOneLine } from './render-mail.ts'
import { describeMailError, MailRejected, sendBySmtp } from './smtp.ts'

interface MailToSend {
  readonly kind: string
  /** The address as the member has typed it. */
  readonly address: string
  /** For the log. */
  readonly memberId: number
  /** Returns the content with this instance's name. Not called for an invalid address. */
  readonly write: (instance: string) => MailContent | Promise<MailContent>
  /** Identifies the mail: the job's id. */
  readonly id: string
  readonly signal: AbortSignal
}

type Delivery = Pick<Services, 'config' | 'db' | 'log' | 'metrics'>

/**
 * Sends a mail. A mail that the SMTP server rejects for good, or to an address that is not one
 * mailbox, is logged and dropped. Throws if a retry may succeed. Without SMTP_URL, does nothing.
 */
export async function deliverMail(delivery: Delivery, mail: MailToSend): Promise<void> {
  const { config, db } = delivery
  if (config.mail === null) return
  const to = toMailAddress(mail.address)
  if (to === undefined) return record(delivery, mail, 'unmailable')
  const fromName = await findInstanceName(db)
  const rendered = renderMail(await mail.write(fromName))
  try {
    await sendBySmtp(config.mail, { ...rendered, to, fromName, id: mail.id }, { signal: mail.signal })
    record(delivery, mail, 'sent')
  } catch (error) {
    if (error instanceof MailRejected) return record(delivery, mail, 'rejected', describeMailError(error))
    record(delivery, mail, 'failed', describeMailError(error))
    throw error
  }
}

export const findInstanceName = async (db: Delivery['db']): Promise<string> =>
  toOneLine((await findInstanceSettings(db)).name) || 'Flipside'

/** Counts and logs a mail's outcome: no address, no token and no text. */
function record(
  { log, metrics }: Delivery,
  { kind, memberId: member }: MailToSend,
  outcome: MailOutcome,
  reason?: string,
): void {
  metrics.countMail(kind, outcome)
  const fields = { kind, outcome, member, reason }
  if (outcome === 'sent') log.info('Mail', fields)
  else log.warn('Mail', fields)
}
