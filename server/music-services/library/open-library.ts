import { openAccount } from './account.ts'
import { openJellyfin } from './jellyfin.ts'
import type { LibraryServices } from './library-call.ts'
import type { LibraryProtocol } from './protocol.ts'
import type { Library } from './store.ts'
import { openSubsonic } from './subsonic.ts'

/** Opens a linked library. Throws ServiceFailure `secret_unreadable`. */
export const openLibrary = (
  services: LibraryServices,
  library: Pick<Library, 'memberId' | 'address' | 'account' | 'secret'>,
): LibraryProtocol => {
  const { address, account, credentials } = openAccount(services.config, library)
  return credentials.kind === 'jellyfin'
    ? openJellyfin(services, { address, credentials })
    : openSubsonic(services, { address, account, credentials })
}
