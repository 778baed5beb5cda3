import { changePassword, resetPassword } from '#contract/accounts/session.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { enqueueMail } from './mail/mail-payload.ts'
import { deletePasskeys } from './passkeys/store.ts'
import { hashPassword } from './passwords/password.ts'
import { countWrongSecret, createPasswordRefusal, isOwnPassword } from './passwords/password-guesses.ts'
import { createLinkRefusal, findNameOfReset, resetPasswordByToken } from './passwords/password-resets.ts'
import { checkNewPassword } from './passwords/password-rules.ts'
import { deleteIdentities } from './single-sign-on/identities.ts'
import { updatePassword } from './store.ts'

/** Registers the routes that set a password, by the current one or by a reset link's token. */
export function passwordRoutes(api: Api): void {
  changeRoute(api)
  resetRoute(api)
}

function changeRoute(api: Api): void {
  route(api, changePassword, {
    async prepare(input) {
      const { query, member } = input
      checkNewPassword(query.new_password, member.name)
      if (!(await isOwnPassword(api, query.password, input))) return undefined
      return hashPassword(query.new_password)
    },
    async handle({ tx, member, query, prepared: passwordHash, session, logSecurity }) {
      if (passwordHash === undefined) throw createPasswordRefusal()
      await updatePassword(tx, member.id, passwordHash)
      await session.restart(member.id)
      if (query.end_players === 'true') await revokePlayers(api, tx, member.id)
      await enqueueMail(api, tx, { kind: 'password_changed', member: member.id })
      logSecurity('password_changed', { member: member.id, players: query.end_players === 'true' })
    },
  })
}

function resetRoute(api: Api): void {
  route(api, resetPassword, {
    async prepare(input) {
      const { token, new_password } = input.query
      const name = await findNameOfReset(input.db, token, input.now)
      if (name === undefined) {
        await countWrongSecret(api, input)
        input.logSecurity('reset_link_failed')
        throw createLinkRefusal()
      }
      checkNewPassword(new_password, name)
      return hashPassword(new_password)
    },
    async handle({ tx, query, prepared: passwordHash, now, logSecurity }) {
      const { token, new_password: password } = query
      const memberId = await resetPasswordByToken(tx, { token, password, passwordHash, now })
      if (memberId === undefined) return
      await revokePlayers(api, tx, memberId)
      await enqueueMail(api, tx, { kind: 'password_changed', member: memberId })
      // An attacker with the old password could have added or linked one.
      const passkeys = await deletePasskeys(tx, memberId)
      const identities = await deleteIdentities(tx, memberId)
      logSecurity('password_reset', { member: memberId, passkeys, identities })
    },
  })
}

/**
 * Revokes a member's player tokens: an attacker with the old password could continue to read the
 * listens with them.
 */
async function revokePlayers(api: Api, tx: Tx, memberId: number): Promise<void> {
  for (const hook of api.hooks.playersRevoked) await hook(tx, memberId)
}
