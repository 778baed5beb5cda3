import type { Api } from '#server/http/api.ts'
import type { Input } from '#server/http/input.ts'
import { updateLastLogin } from '../store.ts'
import { upsertAddress } from './known-addresses.ts'

/** The parts of a request that a sign-in needs. */
type SignInRequest = Pick<Input<never>, 'tx' | 'session' | 'address' | 'now' | 'logSecurity'>

/**
 * Signs a member in whose identity has been proven: replaces the request's session, stores the
 * address, runs the hooks and logs. Every way to sign in ends here.
 */
export async function signInMember(api: Pick<Api, 'hooks'>, memberId: number, request: SignInRequest): Promise<void> {
  const { tx, session, address, now, logSecurity } = request
  await session.end()
  await session.start(memberId)
  await upsertAddress(tx, memberId, address, now)
  await updateLastLogin(tx, memberId, now)
  for (const hook of api.hooks.loggedIn) await hook(tx, memberId, now)
  logSecurity('login', { member: memberId })
}
