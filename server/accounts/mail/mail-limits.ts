import { createHash } from 'node:crypto'
import type { Api } from '#server/http/api.ts'
import { toLimitKey } from '#server/http/limits.ts'
import { takeTokens } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { toMailAddress } from '#server/mail/index.ts'

/** The mail kinds that others can cause, each counted on its own. */
type LimitedKind = 'confirm_email' | 'reset_password'

interface MailSubjects {
  /** Undefined: there is no member yet, or the member's limit was counted already. */
  readonly memberId?: number
  readonly email: string
}

type Counting = Pick<Api, 'db' | 'config' | 'metrics'>

/**
 * Takes a token from each limit on a mail. Throws a Refusal 429. Never call it inside a
 * transaction.
 */
export async function takeMailTokens(
  { db, config, metrics }: Counting,
  kind: LimitedKind,
  { memberId, email }: MailSubjects,
  now: Date,
): Promise<void> {
  const { memberMails, recipientMails } = config.rateLimits
  // Confirmations are counted with `send again`, resets apart: others can request them.
  const member = toLimitKey('memberMails', kind === 'confirm_email' ? `${memberId}` : `${kind} ${memberId}`)
  const buckets = [
    ...(memberId === undefined ? [] : [{ key: member, limit: memberMails }]),
    { key: toLimitKey('recipientMails', `${kind} ${hashMailbox(email)}`), limit: recipientMails },
  ]
  try {
    for (const bucket of buckets) await takeTokens(db, { ...bucket, noun: 'mails' }, now)
  } catch (error) {
    if (error instanceof Refusal) metrics.countMail(kind, 'limited')
    throw error
  }
}

/**
 * Like {@link takeMailTokens}, for mails beside another effect: returns whether they may be sent.
 */
export async function isMailAllowed(...args: Parameters<typeof takeMailTokens>): Promise<boolean> {
  try {
    await takeMailTokens(...args)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const hashMailbox = (email: string) =>
  createHash('sha256').update(normalizeMailbox(email)).digest('base64url').slice(0, 22)

/**
 * Returns what the spellings of an address have in common that usually name one mailbox: the
 * address that a mail is delivered to, without case, dots and `+tag` before the @.
 */
function normalizeMailbox(email: string): string {
  const address = (toMailAddress(email) ?? email).toLowerCase()
  const at = address.lastIndexOf('@')
  return address.slice(0, at).replace(/\+.*/s, '').replaceAll('.', '') + address.slice(at)
}
