import { confirmEmail, getEmailConfirmation, sendEmailConfirmation } from '#contract/accounts/email.ts'
import { requestPasswordReset } from '#contract/accounts/session.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { toMailAddress } from '#server/mail/index.ts'
import { countWrongSecret } from '../passwords/password-guesses.ts'
import { confirmEmailByToken, createExpiredRefusal, isConfirmationToken } from './email-confirmations.ts'
import { findMailMember } from './email-store.ts'
import { takeMailTokens } from './mail-limits.ts'
import { enqueueMail } from './mail-payload.ts'
import { enqueueResetRequest } from './reset-requests.ts'

/** Registers the routes that confirm addresses and request reset links. */
export function mailRoutes(api: Api): void {
  confirmationRoutes(api)

  route(api, confirmEmail, {
    async prepare(input) {
      const { db, query } = input
      if (await isConfirmationToken(db, query.token)) return
      await countWrongSecret(api, input)
      input.logSecurity('confirmation_link_failed')
      throw createExpiredRefusal()
    },
    async handle({ tx, query, now, logSecurity }) {
      const memberId = await confirmEmailByToken(tx, query.token, now)
      if (memberId !== undefined) logSecurity('email_confirmed', { member: memberId })
    },
  })

  route(api, requestPasswordReset, async ({ tx, query, config, logSecurity }) => {
    if (config.mail === null) throw createNoMailRefusal()
    await enqueueResetRequest(api, tx, query.account)
    logSecurity('reset_requested')
  })
}

function confirmationRoutes(api: Api): void {
  route(api, getEmailConfirmation, async ({ db, member, config }) => {
    const found = await findMailMember(db, member.id)
    const isReachable = config.mail !== null && toMailAddress(found?.email ?? '') !== undefined
    return { is_confirmed: found?.isConfirmed ?? false, is_reachable: isReachable }
  })

  route(api, sendEmailConfirmation, {
    async prepare({ db, member, config, now }) {
      if (config.mail === null) throw createNoMailRefusal()
      const found = await findMailMember(db, member.id)
      if (found === undefined || found.isConfirmed) return false
      if (toMailAddress(found.email) === undefined) {
        throw new Refusal(400, 'Mail cannot be sent to this address. Change it first.')
      }
      await takeMailTokens(api, 'confirm_email', { email: found.email }, now)
      return true
    },
    async handle({ tx, member, prepared: isUnconfirmed }) {
      if (isUnconfirmed) await enqueueMail(api, tx, { kind: 'confirm_email', member: member.id })
    },
  })
}

const createNoMailRefusal = () => new Refusal(404, 'This server sends no mail. Ask an admin for a link.')
