import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * Secrets in the database are encrypted (AES-256-GCM). The key is derived from SECRET_KEY, which is
 * not in the database: a backup alone does not reveal them.
 */

const ALGORITHM = 'aes-256-gcm'
/** A stored secret's first byte: the format and the key derivation. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What a secret is for, and its row: a secret copied to another row cannot be decrypted. */
interface SecretUse {
  readonly purpose: string
  readonly row: string
}

/** Derives a key for a purpose from SECRET_KEY. */
export const deriveKey = (secretKey: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', purpose, bytes))

export function encryptWith(secretKey: string, { purpose, row }: SecretUse, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, deriveKey(secretKey, purpose, 32), nonce)
  cipher.setAAD(Buffer.from(row))
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), encrypted])
}

/** Returns the secret, or undefined if it was encrypted with another key or changed. */
export function decryptWith(secretKey: string, { purpose, row }: SecretUse, stored: Buffer): string | undefined {
  const start = 1 + NONCE_BYTES + TAG_BYTES
  if (stored[0] !== VERSION || stored.length < start) return undefined
  const key = deriveKey(secretKey, purpose, 32)
  const decipher = createDecipheriv(ALGORITHM, key, stored.subarray(1, 1 + NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(row))
  decipher.setAuthTag(stored.subarray(1 + NONCE_BYTES, start))
  try {
    return Buffer.concat([decipher.update(stored.subarray(start)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
