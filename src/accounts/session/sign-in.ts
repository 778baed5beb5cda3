import { createProfile } from '#contract/accounts/profile.ts'
import { login } from '#contract/accounts/session.ts'
import { getProfile } from '#contract/accounts/user-profile.ts'
import { call } from '#src/api/call.ts'
import { Refused } from '#src/api/errors.ts'

/** Signs in and returns the name as the server writes it. Throws as `call`. */
export async function signIn(user: string, password: string): Promise<string> {
  await call(login, { user, password })
  const { userProfile } = await call(getProfile, { user })
  const profile = userProfile[0]
  if (!profile) throw new Refused(400, '', { sentence: getProfile.failure })
  return profile.profile
}

/** Signs up; first and last name are both set to the username, as the spec requires. */
export async function signUp({ user, email, password, invitation, isByProvider }: NewAccount): Promise<void> {
  const single_sign_on = isByProvider ? 'true' : undefined
  await call(createProfile, { user, firstname: user, lastname: user, email, password, invitation, single_sign_on })
}

interface NewAccount {
  user: string
  email: string
  password: string
  invitation: string | undefined
  /** Whether to link the identity that this browser has proven. This also signs in. */
  isByProvider: boolean
}
