import { createTransport, type NodemailerError } from 'nodemailer'
import type { MailSettings } from '#server/config/mail-settings.ts'
import type { RenderedMail } from './render-mail.ts'

/** The limits for one mail, in ms. */
interface MailBounds {
  /** For the name's resolution, the connection and the greeting each. */
  readonly connectMs: number
  /** The SMTP server's maximum silence. */
  readonly silenceMs: number
  /** For the whole mail: a server may send a byte at a time. */
  readonly totalMs: number
}

const BOUNDS: MailBounds = { connectMs: 10_000, silenceMs: 20_000, totalMs: 60_000 }
/** The maximum size of one SMTP server response, in bytes. */
const RESPONSE_MAX_BYTES = 65_536

interface OutgoingMail extends RenderedMail {
  /** From `toMailAddress`. */
  readonly to: string
  /** The sender's display name: one line. */
  readonly fromName: string
  /** Identifies the mail: a job's repeats have the same one. */
  readonly id: string
}

/** The SMTP server has rejected a mail for good: a retry would be rejected too. */
export class MailRejected extends Error {
  override readonly name = 'MailRejected'
  /** The SMTP server's response status. */
  readonly status: number

  constructor(status: number, options: ErrorOptions) {
    super(`The SMTP server rejects the mail with ${status}.`, options)
    this.status = status
  }
}

/**
 * Sends a mail over a separate connection. Throws {@link MailRejected}, or nodemailer's error if a
 * retry may succeed. The errors may contain addresses: log their code only.
 */
export async function sendBySmtp(
  settings: MailSettings,
  { to, fromName, id, subject, text, html }: OutgoingMail,
  { signal, bounds = BOUNDS }: { readonly signal?: AbortSignal; readonly bounds?: MailBounds } = {},
): Promise<void> {
  const ending = AbortSignal.any([AbortSignal.timeout(bounds.totalMs), ...(signal === undefined ? [] : [signal])])
  const domain = settings.from.slice(settings.from.lastIndexOf('@') + 1)
  try {
    await createSmtpTransport(settings, bounds).sendMail({
      from: { name: fromName, address: settings.from },
      to: { name: '', address: to },
      // Not derived from the headers: one sender and one recipient.
      envelope: { from: settings.from, to: [to] },
      messageId: `<${id}@${domain}>`,
      subject,
      text,
      html,
      // RFC 3834: no automatic replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: ending,
    })
  } catch (error) {
    const status = findRejection(error)
    throw status === undefined ? error : new MailRejected(status, { cause: error })
  }
}

function createSmtpTransport({ host, port, tls, login }: MailSettings, { connectMs, silenceMs }: MailBounds) {
  return createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    socketCloseTimeout: 0,
    maxResponseSize: RESPONSE_MAX_BYTES,
  })
}

/** The server wants a login: the operator can correct it, so that a retry may succeed. */
const LOGIN_STATUSES: ReadonlySet<number> = new Set([530, 534, 535, 538])

/** Returns the status with which the sender, the recipient or the content was rejected for good. */
function findRejection(error: unknown): number | undefined {
  // from nodemailer, or without these fields
  const { code, permanent, responseCode } = error as NodemailerError
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isAboutMail || permanent !== true || responseCode === undefined) return undefined
  return LOGIN_STATUSES.has(responseCode) ? undefined : responseCode
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNECTION: 'it closes the connection',
  ETIMEDOUT: 'it does not respond in time',
  EABORT: 'it does not respond in time',
  ESOCKET: 'no connection, or its certificate is not valid',
  EDNS: 'its name cannot be resolved',
  ETLS: 'it offers no valid encryption (STARTTLS)',
  EAUTH: 'it rejects the user or the password',
  ENOAUTH: 'it needs a user and a password',
  EENVELOPE: 'it rejects the sender or the recipient',
  EMESSAGE: 'it rejects the mail',
  EPROTOCOL: 'it does not speak SMTP',
}

/** Returns a failure's reason for an operator, with the code and the response's status. */
export function describeMailError(error: unknown): string {
  const { code = 'unknown', responseCode } = (error instanceof MailRejected ? error.cause : error) as NodemailerError
  const status = responseCode === undefined ? '' : `, ${responseCode}`
  return `${REASONS[code] ?? 'it cannot be used'} (${code}${status})`
}
