import type { Services } from '#server/http/api.ts'
import { decryptWith, deriveKey, encryptWith } from '#server/http/encrypt-secret.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { ServiceName } from '../accounts/open-source.ts'

/*
 * Tokens and session keys for other services are stored encrypted, with a key that is derived from
 * SECRET_KEY.
 */

/** What a secret gives access to: a secret copied to another row cannot be decrypted. */
interface SecretOwner {
  readonly memberId: number
  readonly service: ServiceName | 'followed' | 'library'
}

type Key = Pick<Services['config'], 'secretKey'>

const toUse = ({ memberId, service }: SecretOwner) =>
  service === 'followed'
    ? { purpose: 'flipside followed tokens', row: String(memberId) }
    : { purpose: 'flipside relay secrets', row: `${memberId} ${service}` }

/** Throws a Refusal 400 without a key. */
export const encryptSecret = (key: Key, owner: SecretOwner, secret: string): Buffer =>
  encryptWith(getSecretKey(key), toUse(owner), secret)

/** Returns the secret, or undefined if it was encrypted with another key or changed. */
export const decryptSecret = ({ secretKey }: Key, owner: SecretOwner, stored: Buffer): string | undefined =>
  secretKey === null ? undefined : decryptWith(secretKey, toUse(owner), stored)

/** Returns the key that encrypts secrets. Throws a Refusal 400 without one. */
export function getSecretKey({ secretKey }: Key): string {
  if (secretKey !== null) return secretKey
  throw new Refusal(400, 'This server cannot store access to other services: its operator has to set SECRET_KEY.')
}

/**
 * Returns the name by which this server relays: `Flipside (8f3a51c2)`. It distinguishes two servers
 * without revealing either's address, since listens at ListenBrainz are public.
 */
export const toRelayName = (secretKey: string): string =>
  `Flipside (${deriveKey(secretKey, 'flipside relay name', 4).toString('hex')})`

export const isRelayName = (client: string | undefined): boolean => /^Flipside \([0-9a-f]{8}\)$/.test(client ?? '')
