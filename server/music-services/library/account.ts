import * as v from 'valibot'
import type { Services } from '#server/http/api.ts'
import { decryptSecret, encryptSecret } from '../relays/secrets.ts'
import { ServiceFailure } from '../service-failure.ts'
import type { Library } from './store.ts'

const Secret = v.variant('kind', [
  v.object({ kind: v.literal('token'), token: v.string(), salt: v.string() }),
  v.object({ kind: v.literal('key'), key: v.string() }),
  v.object({ kind: v.literal('password'), password: v.string() }),
  v.object({ kind: v.literal('jellyfin'), userId: v.string(), token: v.string() }),
])

export type Credentials = v.InferOutput<typeof Secret>

type Config = Services['config']

export const encryptCredentials = (config: Config, memberId: number, credentials: Credentials): Buffer =>
  encryptSecret(config, { memberId, service: 'library' }, JSON.stringify(credentials))

/** Returns the account of a library. Throws ServiceFailure `secret_unreadable`. */
export function openAccount(
  config: Config,
  { memberId, address, account, secret }: Pick<Library, 'memberId' | 'address' | 'account' | 'secret'>,
): { readonly address: string; readonly account: string; readonly credentials: Credentials } {
  const text = decryptSecret(config, { memberId, service: 'library' }, secret)
  if (text === undefined) throw new ServiceFailure('secret_unreadable')
  return { address, account, credentials: v.parse(Secret, JSON.parse(text)) }
}
