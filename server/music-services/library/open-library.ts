import * as v from 'valibot'
import type { Services } from '#server/http/api.ts'
import { decryptSecret, encryptSecret } from '../relays/secrets.ts'
import { ServiceFailure } from '../service-failure.ts'
import { openJellyfin } from './jellyfin.ts'
import type { LibraryServices } from './library-call.ts'
import type { LibraryProtocol } from './protocol.ts'
import type { Library } from './store.ts'
import { openSubsonic } from './subsonic.ts'

const Secret = v.variant('kind', [
  v.object({ kind: v.literal('token'), token: v.string(), salt: v.string() }),
  v.object({ kind: v.literal('key'), key: v.string() }),
  v.object({ kind: v.literal('password'), password: v.string() }),
  v.object({ kind: v.literal('jellyfin'), userId: v.string(), token: v.string() }),
])

export type Credentials = v.InferOutput<typeof Secret>

export const encryptCredentials = (config: Services['config'], memberId: number, credentials: Credentials): Buffer =>
  encryptSecret(config, { memberId, service: 'library' }, JSON.stringify(credentials))

/** Opens a linked library. Throws ServiceFailure `secret_unreadable`. */
export function openLibrary(
  services: LibraryServices,
  { memberId, address, account, secret }: Pick<Library, 'memberId' | 'address' | 'account' | 'secret'>,
): LibraryProtocol {
  const text = decryptSecret(services.config, { memberId, service: 'library' }, secret)
  if (text === undefined) throw new ServiceFailure('secret_unreadable')
  const credentials = v.parse(Secret, JSON.parse(text))
  return credentials.kind === 'jellyfin'
    ? openJellyfin(services, { address, credentials })
    : openSubsonic(services, { address, account, credentials })
}
