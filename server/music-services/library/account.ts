import * as v from 'valibot'
import type { Services } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { decryptSecret, encryptSecret } from '../relays/secrets.ts'
import { LibraryFailure } from './library-failure.ts'
import type { Library } from './store.ts'
import type { Credentials, LibraryAccount } from './subsonic-call.ts'

/** The service name that the secret is encrypted for. */
const SERVICE = 'library'

const Secret = v.variant('kind', [
  v.object({ kind: v.literal('token'), token: v.string(), salt: v.string() }),
  v.object({ kind: v.literal('key'), key: v.string() }),
  v.object({ kind: v.literal('password'), password: v.string() }),
])

type Config = Services['config']

/** Returns the key that encrypts the access to libraries. Throws a Refusal 400 without one. */
export function getSecretKey({ secretKey }: Config): string {
  if (secretKey !== null) return secretKey
  throw new Refusal(400, 'This server cannot store access to a library: its operator has to set SECRET_KEY.')
}

export const encryptCredentials = (config: Config, memberId: number, credentials: Credentials): Buffer =>
  encryptSecret(getSecretKey(config), { memberId, service: SERVICE }, JSON.stringify(credentials))

/** Returns the account of a library. Throws LibraryFailure `secret_unreadable`. */
export function openAccount(
  { secretKey }: Config,
  { memberId, address, account, secret }: Pick<Library, 'memberId' | 'address' | 'account' | 'secret'>,
): LibraryAccount {
  const text = secretKey === null ? undefined : decryptSecret(secretKey, { memberId, service: SERVICE }, secret)
  if (text === undefined) throw new LibraryFailure('secret_unreadable')
  return { address, account, credentials: v.parse(Secret, JSON.parse(text)) }
}
