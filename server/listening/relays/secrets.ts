import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * Tokens and session keys of other services are stored encrypted (AES-256-GCM). The key is derived
 * from SECRET_KEY, which is not in the database: a backup alone does not reveal them.
 */

const ALGORITHM = 'aes-256-gcm'
/** The first byte of a stored secret: the format and the derivation of the key. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The relay that a secret belongs to: a secret copied to another row cannot be decrypted. */
export interface SecretOwner {
  readonly memberId: number
  readonly service: string
}

const derive = (secretKey: string, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', purpose, bytes))

const toContext = ({ memberId, service }: SecretOwner) => Buffer.from(`${memberId} ${service}`)

export function encryptSecret(secretKey: string, owner: SecretOwner, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, derive(secretKey, 'flipside relay secrets', 32), nonce)
  cipher.setAAD(toContext(owner))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), encrypted])
}

/** Returns the secret, or undefined if it was encrypted with another key or changed. */
export function decryptSecret(secretKey: string, owner: SecretOwner, stored: Buffer): string | undefined {
  const start = 1 + NONCE_BYTES + TAG_BYTES
  if (stored[0] !== VERSION || stored.length < start) return undefined
  const key = derive(secretKey, 'flipside relay secrets', 32)
  const decipher = createDecipheriv(ALGORITHM, key, stored.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(toContext(owner))
  decipher.setAuthTag(stored.subarray(1 + NONCE_BYTES, start))
  try {
    return Buffer.concat([decipher.update(stored.subarray(start)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/**
 * Returns the name by which this server relays: `Flipside (8f3a51c2)`. It distinguishes two servers
 * without revealing the address of either, since listens at ListenBrainz are public.
 */
export const toRelayName = (secretKey: string): string =>
  `Flipside (${derive(secretKey, 'flipside relay name', 4).toString('hex')})`

/** Returns whether a program is a Flipside that relays. */
export const isRelayName = (client: string | undefined): boolean => /^Flipside \([0-9a-f]{8}\)$/.test(client ?? '')
