import type { Services } from '#server/http/api.ts'
import { decryptWith, deriveKey, encryptWith } from '#server/http/encrypt-secret.ts'
import { Refusal } from '#server/http/refusal.ts'

/*
 * Tokens and session keys for other services are stored encrypted, with a key that is derived from
 * SECRET_KEY.
 */

/** The relay that a secret belongs to: a secret copied to another row cannot be decrypted. */
interface SecretOwner {
  readonly memberId: number
  readonly service: string
}

const toUse = ({ memberId, service }: SecretOwner) => ({
  purpose: 'flipside relay secrets',
  row: `${memberId} ${service}`,
})

export const encryptSecret = (secretKey: string, owner: SecretOwner, secret: string): Buffer =>
  encryptWith(secretKey, toUse(owner), secret)

/** Returns the secret, or undefined if it was encrypted with another key or changed. */
export const decryptSecret = (secretKey: string, owner: SecretOwner, stored: Buffer): string | undefined =>
  decryptWith(secretKey, toUse(owner), stored)

const toFollowedUse = (memberId: number) => ({ purpose: 'flipside followed tokens', row: String(memberId) })

export const encryptFollowedToken = (secretKey: string, memberId: number, token: string): Buffer =>
  encryptWith(secretKey, toFollowedUse(memberId), token)

/** Returns the token, or undefined if it was encrypted with another key or changed. */
export const decryptFollowedToken = (secretKey: string, memberId: number, stored: Buffer): string | undefined =>
  decryptWith(secretKey, toFollowedUse(memberId), stored)

/** Returns the key that encrypts tokens. Throws a Refusal 400 without one. */
export function getTokenKey({ secretKey }: Pick<Services['config'], 'secretKey'>): string {
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
