import { randomUUID } from 'node:crypto'
import { CannotStart } from '#server/config/config.ts'
import { describeMailError, findInstanceName, renderMail, sendBySmtp, toMailAddress } from '#server/mail/index.ts'
import type { AdminCommandInput } from './command.ts'

/**
 * Sends a mail to an address at once, without the queue. Returns the result. Throws CannotStart.
 */
export async function sendTestMail({ db, config, argument }: AdminCommandInput): Promise<string> {
  const { mail: settings } = config
  if (settings === null) throw new CannotStart('SMTP_URL is not set: this server sends no mail.')
  const to = toMailAddress(argument)
  if (to === undefined) throw new CannotStart(`"${argument}" is not the address of one mailbox.`)
  const fromName = await findInstanceName(db)
  const mail = renderMail({
    subject: `Test mail of ${fromName}`,
    paragraphs: [`${fromName} can send mail.`, 'The command "send-test-mail" has sent this. There is nothing to do.'],
  })
  const server = `${settings.host}:${settings.port}`
  try {
    await sendBySmtp(settings, { ...mail, to, fromName, id: randomUUID() })
    return `${server} has accepted a mail from ${settings.from} to ${to}.`
  } catch (error) {
    throw new CannotStart(`${server} has not accepted the mail: ${describeMailError(error)}.`, { cause: error })
  }
}
