import { sql } from 'kysely'
import webpush from 'web-push'
import { CannotStart } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { Services } from '#server/http/api.ts'
import { decryptWith, encryptWith } from '#server/http/encrypt-secret.ts'

/**
 * The key pair by which this server identifies itself to push services (RFC 8292), in base64url.
 */
interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const toUse = (publicKey: string) => ({ purpose: 'flipside vapid key', row: publicKey })

type Secrets = Pick<Services['config'], 'secretKey'>

/**
 * Returns this server's key pair, which is created once: processes that start at the same time all
 * read the first row. Undefined if it was encrypted with another SECRET_KEY. It is not cached:
 * {@link rotateVapidKeys} replaces it while processes run.
 */
export async function getVapidKeys(db: Db, { secretKey }: Secrets, now: Date): Promise<VapidKeys | undefined> {
  const stored = await findStored(db)
  if (stored !== undefined) return decrypt(stored, secretKey)
  await db
    .insertInto('vapid_keys')
    .values(createRow(secretKey, now))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const inserted = await findStored(db)
  return inserted && decrypt(inserted, secretKey)
}

/**
 * Replaces the key pair and deletes all subscriptions, which have the former one, and their pushes.
 * Returns how many subscriptions ended. Throws CannotStart without the SECRET_KEY that encrypts a
 * pair.
 */
export async function rotateVapidKeys(tx: Tx, { secretKey }: Secrets, now: Date): Promise<number> {
  // Before any row: a transaction that has locked subscriptions goes on, others wait for this one.
  await sql`lock table push_subscriptions in exclusive mode`.execute(tx)
  const stored = await findStored(tx)
  if (stored?.is_encrypted === true && secretKey === null)
    throw new CannotStart('The keys of Web Push are encrypted: set SECRET_KEY as the server has it.')
  const row = createRow(secretKey, now)
  await tx
    .insertInto('vapid_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  // Devices that were turned off stay so.
  const { numDeletedRows } = await tx.deleteFrom('push_subscriptions').where('host', '<>', '').executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function createRow(secretKey: string | null, now: Date) {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys()
  return {
    public_key: publicKey,
    private_key: secretKey === null ? Buffer.from(privateKey) : encryptWith(secretKey, toUse(publicKey), privateKey),
    is_encrypted: secretKey !== null,
    created_at: now,
  }
}

type StoredKeys = NonNullable<Awaited<ReturnType<typeof findStored>>>

const findStored = (db: Db) =>
  db.selectFrom('vapid_keys').select(['public_key', 'private_key', 'is_encrypted']).executeTakeFirst()

function decrypt(stored: StoredKeys, secretKey: string | null): VapidKeys | undefined {
  const { public_key: publicKey, private_key: bytes, is_encrypted: isEncrypted } = stored
  if (!isEncrypted) return { publicKey, privateKey: bytes.toString('utf8') }
  const privateKey = secretKey === null ? undefined : decryptWith(secretKey, toUse(publicKey), bytes)
  return privateKey === undefined ? undefined : { publicKey, privateKey }
}

/** A signature's validity, in seconds; RFC 8292 allows a day. */
const VALID_S = 12 * 3600
/** A signature is used again for this long, in ms, also after the clock was set back a little. */
const USED_MS = 6 * 3_600_000
const CACHE_MAX = 1000

export interface VapidIdentity {
  readonly keys: VapidKeys
  /** A `mailto:` or https URL. */
  readonly contact: string
}

const signed = new Map<string, { readonly authorization: string; readonly until: number }>()

/** Returns the Authorization header for a push service: one signature for all its endpoints. */
export function toAuthorization(audience: string, { keys, contact }: VapidIdentity): string {
  const name = [audience, keys.publicKey, contact].join(' ')
  const known = signed.get(name)
  if (known !== undefined && known.until > Date.now()) return known.authorization
  if (signed.size >= CACHE_MAX) signed.clear()
  const { Authorization: authorization } = webpush.getVapidHeaders(
    audience,
    contact,
    keys.publicKey,
    keys.privateKey,
    'aes128gcm',
    Math.floor(Date.now() / 1000) + VALID_S,
  )
  signed.set(name, { authorization, until: Date.now() + USED_MS })
  return authorization
}
