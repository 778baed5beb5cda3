import { findJellyfin, type LibraryLogin, logInToJellyfin } from './jellyfin-login.ts'
import type { LibraryServices } from './library-call.ts'
import type { Credentials } from './open-library.ts'
import { logInToSubsonic } from './subsonic-login.ts'

/**
 * Logs in at a library. Its kind is found out before a password is sent. Returns what proves
 * the account from now on, and the program name. Throws ServiceFailure.
 */
export async function logIn(
  services: LibraryServices,
  login: LibraryLogin,
  password: string,
): Promise<{ readonly credentials: Credentials; readonly name: string }> {
  const name = await findJellyfin(services, login.address)
  if (name === undefined) return logInToSubsonic(services, login, password)
  return { credentials: await logInToJellyfin(services, login, password), name }
}
