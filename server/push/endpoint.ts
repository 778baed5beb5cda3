import { ECDH } from 'node:crypto'
import type { Services } from '#server/http/api.ts'
import { hasPublicHost } from '#server/http/public-address.ts'

type Rules = Pick<Services['config'], 'pushAllowed'>

/** An address that this server may push to. */
export interface PushAddress {
  readonly url: URL
  /** Connects to public Internet addresses only. */
  readonly isGuarded: boolean
}

/**
 * Returns the address of a subscription's endpoint: of the operator's list, or, if any public one
 * is allowed, https with a public host. Undefined for any other. The addresses of a name are
 * checked on connection.
 */
export function findPushAddress({ pushAllowed }: Rules, endpoint: string): PushAddress | undefined {
  const url = URL.parse(endpoint)
  if (url === null || url.hash !== '') return undefined
  if (pushAllowed.urls.some((listed) => URL.parse(listed)?.origin === url.origin)) return { url, isGuarded: false }
  return pushAllowed.isAnyPublic && hasPublicHost(url) ? { url, isGuarded: true } : undefined
}

/** Returns whether this server pushes at all: PUSH_ALLOWED is not `none`. */
export const isPushOn = ({ pushAllowed }: Rules): boolean => pushAllowed.isAnyPublic || pushAllowed.urls.length > 0

/** Returns whether 65 bytes in base64url are an uncompressed point of P-256. */
export function isPublicKey(p256dh: string): boolean {
  try {
    const point = Buffer.from(p256dh, 'base64url')
    // The conversion fails for a point that is not on the curve.
    return point[0] === 4 && ECDH.convertKey(point, 'prime256v1').length > 0
  } catch {
    return false
  }
}
