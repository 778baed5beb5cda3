import { createHash } from 'node:crypto'
import type { Api } from '#server/http/api.ts'
import { takeTokens } from '#server/http/rate-limit.ts'
import { Refusal } from '#server/http/refusal.ts'

/** The kinds of mails that others can cause, each counted on its own. */
type LimitedKind = 'confirm_email' | 'reset_password'

/** The subjects of a mail's limits. */
interface MailSubjects {
  /** Undefined: there is no member yet, or the member's limit was counted already. */
  readonly memberId?: number
  readonly email: string
}

/**
 * Takes a token of the limits of a mail. Returns whether it may be sent. Never call it inside a
 * transaction.
 */
export async function takeMailTokens(
  { db, config, metrics }: Pick<Api, 'db' | 'config' | 'metrics'>,
  kind: LimitedKind,
  { memberId, email }: MailSubjects,
  now: Date,
): Promise<boolean> {
  const { memberMails, recipientMails } = config.rateLimits
  // The key of confirmations is that of server/http/limits.ts, which counts `send again`.
  const member = kind === 'confirm_email' ? `memberMails ${memberId}` : `memberMails ${kind} ${memberId}`
  const buckets = [
    ...(memberId === undefined ? [] : [{ key: member, limit: memberMails }]),
    { key: `recipientMails ${kind} ${hashEmail(email)}`, limit: recipientMails },
  ]
  try {
    for (const bucket of buckets) await takeTokens(db, { ...bucket, noun: 'mails' }, now)
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    metrics.countMail(kind, 'limited')
    return false
  }
}

const hashEmail = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)
