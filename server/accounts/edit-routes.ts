import { editProfile } from '#contract/accounts/profile.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { deleteOfFormerEmail, findMailMember } from './mail/email-store.ts'
import { isMailAllowed } from './mail/mail-limits.ts'
import { enqueueMail } from './mail/mail-payload.ts'
import { isRightPassword } from './passwords/password-guesses.ts'
import { findMemberByName, updateProfile } from './store.ts'

/** Registers the route that changes a profile. A new address needs the password. */
export function editRoutes(api: Api): void {
  route(api, editProfile, {
    async prepare(input) {
      const { db, query, member, config, now } = input
      const row = await findMemberByName(db, member.name)
      const { email } = query
      if (email === undefined || email === row?.email) return { password: 'not needed', isMailed: false }
      if (query.password === undefined) return { password: 'missing', isMailed: false }
      const isRight = await isRightPassword(api, row, member.name, query.password, input)
      if (!isRight) return { password: 'wrong', isMailed: false }
      const isMailed =
        config.mail !== null && (await isMailAllowed(api, 'confirm_email', { memberId: member.id, email }, now))
      return { password: 'right', isMailed }
    },
    async handle({ tx, query, member, prepared: { password, isMailed }, logSecurity }) {
      if (password === 'missing') throw new Refusal(400, 'Changing your email needs your password.')
      if (password === 'wrong') throw new Refusal(400, 'Incorrect password.')
      const { firstname: firstName, lastname: lastName, email } = query
      if (password === 'right') await endFormerEmail(api, tx, member.id)
      await updateProfile(tx, member.id, { firstName, lastName, email })
      if (isMailed) await enqueueMail(api, tx, { kind: 'confirm_email', member: member.id })
      if (password === 'right') logSecurity('email_changed', { member: member.id })
    },
  })
}

/** Makes the links to the former address invalid, and notifies it if it was confirmed. */
async function endFormerEmail(api: Api, tx: Tx, memberId: number): Promise<void> {
  const before = await findMailMember(tx, memberId)
  if (before?.isConfirmed === true)
    await enqueueMail(api, tx, { kind: 'email_changed', member: memberId, former: before.email })
  await deleteOfFormerEmail(tx, memberId)
}
