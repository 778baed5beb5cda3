import { createProfile, EMAIL_INVALID, isEmail } from '#contract/accounts/profile.ts'
import { login, logout } from '#contract/accounts/session.ts'
import type { ParsedQuery } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import type { Input } from '#server/http/input.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { admitNewMember, checkAdmission } from '#server/instance/index.ts'
import { createNameTakenRefusal, findNameConflict, joinMember } from './join.ts'
import { isMailAllowed } from './mail/mail-limits.ts'
import { enqueueMail } from './mail/mail-payload.ts'
import { findNameProblems } from './name-rules.ts'
import { passwordRoutes } from './password-routes.ts'
import { upsertAddress } from './passwords/known-addresses.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords/password.ts'
import { type Attempt, isRightPassword } from './passwords/password-guesses.ts'
import { findPasswordProblems } from './passwords/password-rules.ts'
import { SENT_AGAIN_MS } from './rules.ts'
import { signInMember } from './session/sign-in-member.ts'
import { checkPendingSignUp, linkPendingIdentity } from './single-sign-on/pending-sign-up.ts'
import { findMemberByName, findPasswordForShare, type MemberRow, replacePasswordHash } from './store.ts'

/**
 * Registers the routes for signing up, logging in and out, and changing passwords: the requests
 * that hash.
 */
export function signInRoutes(api: Api): void {
  signUpRoute(api)
  loginRoute(api)
  passwordRoutes(api)

  route(api, logout, ({ session }) => session.end())
}

function loginRoute(api: Api): void {
  route(api, login, {
    async prepare(input) {
      const { user, password } = input.query
      const member = await findMemberByName(input.db, user)
      const isRight = await isRightPassword(api, member, user, password, input)
      if (!isRight || member === undefined) return undefined
      const isOutdated = isOutdatedHash(member.password_hash ?? '')
      return { member, newHash: isOutdated ? await hashPassword(password) : undefined }
    },
    async handle(input) {
      const { tx, query, prepared } = input
      if (prepared === undefined || !(await isStillCurrent(tx, prepared, query.password))) {
        throw new Refusal(401, 'Wrong username or password.', 'bad_credentials')
      }
      await signInMember(api, prepared.member.id, input)
    },
  })
}

interface CheckedLogin {
  readonly member: MemberRow
  /** The same password's hash at the current cost, if the stored one has another. */
  readonly newHash: string | undefined
}

/**
 * Returns whether the checked password is still current: a change in the meantime has ended all
 * sessions, and the old password must not start a new one. Replaces a hash with an outdated cost.
 */
async function isStillCurrent(tx: Tx, { member, newHash }: CheckedLogin, password: string): Promise<boolean> {
  const before = member.password_hash
  if (newHash !== undefined && before !== null && (await replacePasswordHash(tx, member.id, before, newHash)))
    return true
  const current = await findPasswordForShare(tx, member.id)
  // With two concurrent log-ins, one replaces the hash.
  return current === before || (await verifyPassword(current, password))
}

function signUpRoute(api: Api): void {
  route(api, createProfile, {
    async prepare(input) {
      const { user: name, password, invitation, single_sign_on: isLinking } = input.query
      const member = await findMemberByName(input.db, name)
      await checkSignUpFields(input.db, input.query, member !== undefined)
      const before = await findRepeatedSignUp(api, member, name, password, input)
      if (before === undefined) await checkAdmission(input.db, invitation, input.now)
      if (before === undefined && isLinking === 'true') await checkPendingSignUp(input)
      const joined = await Promise.all(api.hooks.signingUp.map((hook) => hook(name)))
      const passwordHash = before === undefined ? await hashPassword(password) : ''
      return { before, joined, passwordHash, isMailed: await isConfirmationMailed(api, input.query.email, input.now) }
    },
    async handle(input) {
      const id = input.prepared.before ?? (await signUp(api, input))
      // A repeated sign-up's password is right too.
      if (input.query.single_sign_on === 'true') await signInMember(api, id, input)
      return { success: true, id }
    },
  })
}

/** Returns whether a new member gets a confirmation: not if many sign-ups name the address. */
const isConfirmationMailed = async (api: Api, email: string, now: Date) =>
  api.config.mail !== null && (await isMailAllowed(api, 'confirm_email', { email }, now))

/**
 * Throws one Refusal 400 with every rule that the fields break, and whether the name is free. If
 * they break none, a taken name is left to `findRepeatedSignUp` and `joinMember`.
 */
async function checkSignUpFields(
  db: Db,
  { user: name, email, password }: ParsedQuery<typeof createProfile>,
  isTaken: boolean,
): Promise<void> {
  const ofName = findNameProblems(name)
  const others = [...(isEmail(email) ? [] : [EMAIL_INVALID]), ...findPasswordProblems(password, name)]
  if (ofName.length + others.length === 0) return
  const conflict = ofName.length > 0 ? undefined : await findNameConflict(db, name, isTaken)
  throw new Refusal(400, [...ofName, ...(conflict === undefined ? [] : [conflict]), ...others].join(' '))
}

interface CheckedSignUp {
  readonly before: number | undefined
  readonly joined: readonly ((tx: Tx, memberId: number, now: Date) => Promise<void>)[]
  readonly passwordHash: string
  /** Whether an e-mail confirmation is mailed. */
  readonly isMailed: boolean
}

/** Inserts the member, or returns the one that the same request has inserted concurrently. */
async function signUp(api: Api, input: Input<typeof createProfile, CheckedSignUp>): Promise<number> {
  const { tx, query, prepared, now, address, logSecurity } = input
  const { user: name, email, firstname: firstName, lastname: lastName } = query
  const { joined, passwordHash, isMailed } = prepared
  const id = await joinMember(tx, { name, email, firstName, lastName, passwordHash, now })
  if (id === undefined) return findConcurrentSignUp(tx, name, query.password, now)
  await admitNewMember(tx, id, query.invitation, now)
  for (const hook of joined) await hook(tx, id, now)
  await upsertAddress(tx, id, address, now)
  if (isMailed) await enqueueMail(api, tx, { kind: 'confirm_email', member: id })
  logSecurity('signed_up', { member: id })
  if (query.single_sign_on === 'true') await linkPendingIdentity(id, input)
  return id
}

/**
 * Returns the member's id for a sign-up repeated within 10 minutes, as browsers do by themselves.
 * Throws a Refusal 409 if the name is another member's.
 */
async function findRepeatedSignUp(
  api: Api,
  member: MemberRow | undefined,
  name: string,
  password: string,
  attempt: Attempt,
): Promise<number | undefined> {
  if (member === undefined) return undefined
  const isRecent = attempt.now.getTime() - member.joined_at.getTime() < SENT_AGAIN_MS
  if (isRecent && (await isRightPassword(api, member, name, password, attempt))) return member.id
  throw createNameTakenRefusal()
}

/**
 * Returns the id that a concurrent sign-up with the same name and password has inserted. Its
 * password could not be counted before.
 */
async function findConcurrentSignUp(tx: Tx, name: string, password: string, now: Date): Promise<number> {
  const member = await findMemberByName(tx, name)
  const isRecent = member !== undefined && now.getTime() - member.joined_at.getTime() < SENT_AGAIN_MS
  if (isRecent && (await verifyPassword(member.password_hash, password))) return member.id
  throw createNameTakenRefusal()
}
