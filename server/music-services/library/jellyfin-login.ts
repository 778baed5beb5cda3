import type { Services } from '#server/http/api.ts'
import { VERSION } from '#server/http/version.ts'
import { toFields } from '#server/listening/listens/scrobble.ts'
import { ServiceFailure } from '../service-failure.ts'
import { toItemId } from './jellyfin.ts'
import { callLibrary, checkStatus, type LibraryServices, SMALL_RESPONSE } from './library-call.ts'
import { toProgramName } from './read-text.ts'

/*
 * The log-in of Jellyfin, by its source: SystemController.GetPublicSystemInfo,
 * UserController.AuthenticateUserByName, SessionManager.GetAuthorizationToken.
 */

/** Returns the name and version of the Jellyfin server at an address; undefined if there is none. */
export async function findJellyfin(services: LibraryServices, address: string): Promise<string | undefined> {
  try {
    const { json } = await callLibrary(services, { address, path: 'System/Info/Public' }, SMALL_RESPONSE)
    const { ProductName: product, Version: version } = toFields(json)
    return product === 'Jellyfin Server' ? toProgramName('jellyfin', version) : undefined
  } catch (error) {
    // A page, a redirect, or a proxy that closes the connection for a path that it does not know.
    if (error instanceof ServiceFailure) return undefined
    throw error
  }
}

export interface LibraryLogin {
  readonly address: string
  readonly account: string
  readonly memberId: number
}

/**
 * Logs in at a Jellyfin server. A token that it has for the same device ends. Throws ServiceFailure: a
 * wrong password is 401, a disabled account 403.
 */
export async function logInToJellyfin(
  services: LibraryServices,
  { address, account, memberId }: LibraryLogin,
  password: string,
) {
  const device = toDeviceId(services.config, memberId)
  const response = await callLibrary(
    services,
    {
      address,
      path: 'Users/AuthenticateByName',
      authorization: `MediaBrowser Client="Flipside", Device="Flipside", DeviceId="${device}", Version="${VERSION}"`,
      body: { type: 'application/json', text: JSON.stringify({ Username: account, Pw: password }) },
    },
    SMALL_RESPONSE,
  )
  checkStatus(response)
  const { User: user, AccessToken: token } = toFields(response.json)
  const userId = toItemId(toFields(user)['Id'])
  // Other characters could end the header, or its field.
  if (userId === undefined || typeof token !== 'string' || !/^[\w.+/=-]{1,1000}$/.test(token))
    throw new ServiceFailure('unreadable_answer')
  return { kind: 'jellyfin', userId, token } as const
}

/** Returns an id of its own for each member: a log-in ends other tokens of its device. */
const toDeviceId = ({ publicUrl }: Services['config'], memberId: number): string =>
  encodeURIComponent(`flipside-${publicUrl?.host ?? 'private'}-${memberId}`)
