import { createHash, randomBytes } from 'node:crypto'
import { type LibraryServices, SMALL_RESPONSE } from './library-call.ts'
import { toProgramName } from './read-text.ts'
import { callSubsonic, type SubsonicAccount, type SubsonicCredentials, SubsonicError } from './subsonic-call.ts'

/** Errors from servers that want another proof: a missing parameter, or no support. */
const UNSUPPORTED: ReadonlySet<number> = new Set([10, 30, 41, 42, 43, 44])

const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex')

/** Returns the ways to prove an account by a password, the safest first. */
function listCredentials(password: string): readonly SubsonicCredentials[] {
  const salt = randomBytes(12).toString('hex')
  return [
    { kind: 'token', token: md5(password + salt), salt },
    { kind: 'key', key: password },
    { kind: 'password', password },
  ]
}

/**
 * Logs in at a server that speaks OpenSubsonic. Returns what proves the account from now on, and the program name. Throws
 * {@link ServiceFailure}.
 */
export async function logInToSubsonic(
  services: LibraryServices,
  { address, account }: Pick<SubsonicAccount, 'address' | 'account'>,
  password: string,
): Promise<{ readonly credentials: SubsonicCredentials; readonly name: string }> {
  let failure: unknown
  for (const credentials of listCredentials(password)) {
    try {
      const { type, serverVersion, version } = await callSubsonic(
        services,
        { address, account, credentials },
        'ping',
        SMALL_RESPONSE,
      )
      const name = typeof type === 'string' ? toProgramName(type, serverVersion) : toProgramName('Subsonic', version)
      return { credentials, name }
    } catch (error) {
      // The first failure is the password's, if no way is supported.
      failure ??= error
      if (!(error instanceof SubsonicError && UNSUPPORTED.has(error.number))) throw error
    }
  }
  throw failure
}
