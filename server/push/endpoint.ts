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

/** The push services of Chromium, Firefox, Safari and Edge: their hosts, or the ends of them. */
const BROWSER_SERVICES = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/** The number of subscriptions of a member at any other host: each message is a request to it. */
const HOST_SUBSCRIPTIONS_MAX = 3

/**
 * Returns the maximum number of subscriptions of a member at the host of an address. The services
 * of browsers and those that the operator lists have no limit of their own.
 */
export function findHostLimit({ url, isGuarded }: PushAddress): number {
  const isKnown = BROWSER_SERVICES.some((host) =>
    host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host,
  )
  return isGuarded && !isKnown ? HOST_SUBSCRIPTIONS_MAX : Infinity
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
