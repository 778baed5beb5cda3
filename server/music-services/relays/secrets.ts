import { decryptWith, deriveKey, encryptWith } from '#server/http/encrypt-secret.ts'

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

/**
 * Returns the name by which this server relays: `Flipside (8f3a51c2)`. It distinguishes two servers
 * without revealing either's address, since listens at ListenBrainz are public.
 */
export const toRelayName = (secretKey: string): string =>
  `Flipside (${deriveKey(secretKey, 'flipside relay name', 4).toString('hex')})`

/** Returns whether a program is a Flipside that relays. */
export const isRelayName = (client: string | undefined): boolean => /^Flipside \([0-9a-f]{8}\)$/.test(client ?? '')
