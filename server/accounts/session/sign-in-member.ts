import type { Api } from '#server/http/api.ts'
import type { Input } from '#server/http/input.ts'
import { enqueueMail } from '../mail/mail-payload.ts'
import { isNewPlace, upsertAddress } from '../passwords/known-addresses.ts'
import { updateLastLogin } from '../store.ts'

type SignInRequest = Pick<Input<never>, 'tx' | 'session' | 'address' | 'device' | 'now' | 'logSecurity'>

/**
 * Signs a member in after the identity was proven: replaces the request's session, stores the
 * address, notifies the member about a new place, runs the hooks and logs. Every way to sign in
 * ends here.
 */
export async function signInMember(
  api: Pick<Api, 'hooks' | 'config' | 'jobs'>,
  memberId: number,
  request: SignInRequest,
): Promise<void> {
  const { tx, session, address, device, now, logSecurity } = request
  const isNew = api.config.mail !== null && (await isNewPlace(tx, memberId, address, now))
  await session.end()
  await session.start(memberId)
  await upsertAddress(tx, memberId, address, now)
  await updateLastLogin(tx, memberId, now)
  for (const hook of api.hooks.loggedIn) await hook(tx, memberId, now)
  if (isNew) await enqueueMail(api, tx, { kind: 'new_sign_in', member: memberId, device, at: now.toISOString() })
  logSecurity('login', { member: memberId })
}
