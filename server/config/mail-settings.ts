import { domainToASCII } from 'node:url'
import { CannotStart, type Environment, isLoopback, readChoice, readText } from './settings.ts'

/** The SMTP server that sends mail, and the sender. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /**
   * `implicit`: the connection starts with TLS. `required`: STARTTLS, or no mail is sent. `off`:
   * the connection is not encrypted.
   */
  readonly tls: 'implicit' | 'required' | 'off'
  readonly login: { readonly user: string; readonly password: string } | null
  /** The sender's address. */
  readonly from: string
}

const EXAMPLE = 'smtp://user:password@mail.example:587'
/** The ports from RFC 6409 and RFC 8314. */
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

/**
 * Returns the mail settings, or null without SMTP_URL. Messages never repeat SMTP_URL, which
 * contains a password. Throws {@link CannotStart}.
 */
export function readMailSettings(env: Environment, hasPublicUrl: boolean): MailSettings | null {
  const value = readText(env, 'SMTP_URL')
  const from = readText(env, 'MAIL_FROM')
  const tls = readChoice(env, 'SMTP_TLS', ['default', 'required', 'off'], 'default')
  if (value === null) {
    if (from !== null) throw new CannotStart('MAIL_FROM needs SMTP_URL.')
    if (tls !== 'default') throw new CannotStart('SMTP_TLS needs SMTP_URL.')
    return null
  }
  const { protocol, host, port, login } = parseSmtpUrl(value)
  if (from === null) throw new CannotStart('SMTP_URL needs MAIL_FROM, the e-mail address of the sender.')
  const address = toMailAddress(from)
  if (address === undefined) {
    throw new CannotStart(`MAIL_FROM must be an e-mail address such as flipside@music.example, not "${from}".`)
  }
  if (!hasPublicUrl) throw new CannotStart('SMTP_URL needs PUBLIC_URL, the address in the links of mails.')
  if (protocol === 'smtps:') {
    if (tls === 'off') throw new CannotStart('SMTP_TLS=off contradicts an SMTP_URL with smtps.')
    return { host, port, login, from: address, tls: 'implicit' }
  }
  return { host, port, login, from: address, tls: tls === 'default' ? (isLoopback(host) ? 'off' : 'required') : tls }
}

function parseSmtpUrl(value: string) {
  const invalid = new CannotStart(`SMTP_URL must be an address such as ${EXAMPLE}.`)
  const url = URL.parse(value)
  const standardPort = PORTS[url?.protocol ?? '']
  if (url === null || standardPort === undefined || url.hostname === '') throw invalid
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') throw invalid
  if ((url.username === '') !== (url.password === '')) throw invalid
  return {
    protocol: url.protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? standardPort : Number(url.port),
    login: url.username === '' ? null : { user: decode(url.username), password: decode(url.password) },
  }

  function decode(part: string): string {
    try {
      return decodeURIComponent(part)
    } catch {
      throw invalid
    }
  }
}

const ADDRESS_MAX = 254
/**
 * The part before the @ as an RFC 5321 dot-atom, without quotes, comments and letters beyond ASCII.
 */
const LOCAL_PART = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/

/**
 * Returns the one mailbox that a text names, in ASCII, or undefined. An international domain is
 * converted. A list, a display name, a quoted or an international part before the @ is rejected.
 */
export function toMailAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(0, at))
  const domain = domainToASCII(text.slice(at + 1))
  const address = `${local}@${domain}`
  return LOCAL_PART.test(local) && DOMAIN.test(domain) && address.length <= ADDRESS_MAX ? address : undefined
}
