import { linkIdentity, startSingleSignOn } from '#contract/accounts/single-sign-on.ts'
import { call } from '#src/api/call.ts'
import type { PageSession } from '../session/session.ts'

/** Leaves the app for the provider. Throws as `call`, also if the provider does not respond. */
export async function startSignIn(
  { next, invitation }: { next: string; invitation?: string | undefined },
  { completeLogout }: Pick<PageSession, 'completeLogout'>,
): Promise<void> {
  const { url } = await call(startSingleSignOn, { next, invitation })
  // A sign-out that is sent later would end the session of this sign-in. There is a connection now.
  await completeLogout()
  location.assign(url)
}

/** Leaves the app for the provider, to link the user's identity there. Throws as `startSignIn`. */
export async function startLinking(user: string, password: string): Promise<void> {
  const { url } = await call(linkIdentity, { user, password })
  location.assign(url)
}
