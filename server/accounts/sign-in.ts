import { createProfile } from '#contract/accounts.ts'
import { changePassword, login, logout, resetPassword as resetEndpoint } from '#contract/session.ts'
import type { Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { joinMember } from './join.ts'
import { hashPassword, isPasswordOf } from './password.ts'
import { resetPassword } from './password-resets.ts'
import { checkNewName, SENT_AGAIN_MS } from './rules.ts'
import { findMember, findPasswordForShare, updateLastLogin, updatePassword } from './store.ts'

/** Signing up, in and out, and changing passwords: the calls that hash. */
export function signInRoutes(api: Api): void {
  signUpRoute(api)
  loginRoute(api)
  passwordRoutes(api)

  route(api, logout, async ({ session }) => {
    await session.end()
    return { success: true }
  })
}

function loginRoute(api: Api): void {
  route(api, login, {
    async prepare({ db, query }) {
      const member = await findMember(db, query.user, null)
      const isRight = await isPasswordOf(member?.password_hash, query.password)
      return isRight ? member : undefined
    },
    async handle({ tx, prepared: member, session, now }) {
      // The password may have been changed since, which ended all sessions: no new one by the old password.
      const isCurrent = member && (await findPasswordForShare(tx, member.id)) === member.password_hash
      if (!member || !isCurrent) throw new Refusal(401, 'Wrong username or password.', 'bad_credentials')
      await session.end()
      await session.start(member.id)
      await updateLastLogin(tx, member.id, now)
      for (const hook of api.hooks.loggedIn) await hook(tx, member.id, now)
      return { success: true }
    },
  })
}

function signUpRoute(api: Api): void {
  route(api, createProfile, {
    async prepare({ query }) {
      checkNewName(query.user)
      const joined = await Promise.all(api.hooks.signingUp.map((hook) => hook(query.user)))
      return { joined, passwordHash: await hashPassword(query.password) }
    },
    async handle({ tx, query, prepared: { joined, passwordHash }, now }) {
      const { user: name, email, firstname: firstName, lastname: lastName } = query
      const id = await joinMember(tx, { name, email, firstName, lastName, passwordHash, now })
      if (id !== undefined) for (const hook of joined) await hook(tx, id, now)
      return { success: true, id: id ?? (await idOfFirstTime(tx, name, query.password, now)) }
    },
  })
}

/** A sign-up that was sent twice, as browsers do by themselves, answers as the first time. */
async function idOfFirstTime(tx: Tx, name: string, password: string, now: Date): Promise<number> {
  const member = await findMember(tx, name, null)
  const isRecent = member !== undefined && now.getTime() - member.joined_at.getTime() < SENT_AGAIN_MS
  if (isRecent && (await isPasswordOf(member.password_hash, password))) return member.id
  throw new Refusal(409, 'This username is taken.', 'name_taken')
}

function passwordRoutes(api: Api): void {
  route(api, changePassword, {
    async prepare({ db, member, query }) {
      const row = await findMember(db, member.name, null)
      if (!(await isPasswordOf(row?.password_hash, query.password))) return undefined
      return hashPassword(query.new_password)
    },
    async handle({ tx, member, prepared: passwordHash, session }) {
      if (passwordHash === undefined) throw new Refusal(400, 'The old password is not right.')
      await updatePassword(tx, member.id, passwordHash)
      await session.endOthers(member.id)
      return { success: true }
    },
  })

  route(api, resetEndpoint, {
    prepare: ({ query }) => hashPassword(query.new_password),
    async handle({ tx, query, prepared: passwordHash, now }) {
      await resetPassword(tx, { token: query.token, password: query.new_password, passwordHash, now })
      return { success: true }
    },
  })
}
