import type { createProfile } from '#contract/accounts/profile.ts'
import type { Input } from '#server/http/input.ts'
import { Refusal } from '#server/http/refusal.ts'
import { readBrowserHash } from './browser-secret.ts'
import { findPendingSignUp, takePendingSignUp } from './flows.ts'
import { insertIdentity } from './identities.ts'

type SignUpInput = Pick<Input<typeof createProfile>, 'config' | 'db' | 'now' | 'readCookie'>

/**
 * Throws a Refusal 403 unless the sign-up's browser has proven an identity in the last 15 minutes.
 */
export async function checkPendingSignUp(input: SignUpInput): Promise<void> {
  const browserHash = readBrowserHash(input.config, input)
  const pending = browserHash && (await findPendingSignUp(input.db, browserHash, input.now))
  if (pending === undefined) throw createExpiredRefusal()
}

/**
 * Links the new member to the identity that the sign-up's browser has proven. Throws a Refusal if
 * it has expired, or if another member has it since.
 */
export async function linkPendingIdentity(
  memberId: number,
  input: SignUpInput & Pick<Input<never>, 'tx' | 'logSecurity'>,
): Promise<void> {
  const { tx, now } = input
  const browserHash = readBrowserHash(input.config, input)
  const identity = browserHash && (await takePendingSignUp(tx, browserHash, now))
  if (identity === undefined) throw createExpiredRefusal()
  if ((await insertIdentity(tx, memberId, identity, now)) !== 'linked') {
    throw new Refusal(409, 'That account is linked to a member by now. Log in with it.', 'identity_linked')
  }
  input.logSecurity('identity_linked', { member: memberId })
}

const createExpiredRefusal = () =>
  new Refusal(403, 'The sign-up took too long. Go back to log in, and start it again.', 'sign_up_expired')
