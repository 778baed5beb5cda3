import { ECDH } from 'node:crypto'
import type { Services } from '#server/http/api.ts'
import { hasPublicHost } from '#server/http/public-address.ts'

type Rules = Pick<Services['config'], 'pushAllowed'>

export interface PushAddress {
  readonly url: URL
  /** Connects to public Internet addresses only. */
  readonly isGuarded: boolean
}

/** The push services for Chromium, Firefox, Safari and Edge: their hosts, or the hosts' endings. */
const BROWSER_SERVICES = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/**
 * The maximum number of a member's subscriptions at any other host: each message is a request to
 * it.
 */
const HOST_SUBSCRIPTIONS_MAX = 3

/**
 * Returns the maximum number of a member's subscriptions at an address's host. Browser services and
 * those that the operator lists have no separate limit.
 */
export function findHostLimit({ url, isGuarded }: PushAddress): number {
  const isKnown = BROWSER_SERVICES.some((host) =>
    host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host,
  )
  return isGuarded && !isKnown ? HOST_SUBSCRIPTIONS_MAX : Infinity
}

/**
 * Returns the address for a subscription's endpoint: from the operator's list, or, if any public
 * one is allowed, https with a public host. Undefined for any other. A name's addresses are checked
 * on connection.
 */
export function findPushAddress({ pushAllowed }: Rules, endpoint: string): PushAddress | undefined {
  const url = URL.parse(endpoint)
  if (url === null || url.hash !== '') return undefined
  if (pushAllowed.urls.some((listed) => URL.parse(listed)?.origin === url.origin)) return { url, isGuarded: false }
  return pushAllowed.isAnyPublic && hasPublicHost(url) ? { url, isGuarded: true } : undefined
}

/** Returns whether this server pushes at all: PUSH_ALLOWED is not `none`. */
export const isPushOn = ({ pushAllowed }: Rules): boolean => pushAllowed.isAnyPublic || pushAllowed.urls.length > 0

/** Returns whether 65 bytes in base64url are an uncompressed P-256 point. */
export function isPublicKey(p256dh: string): boolean {
  try {
    const point = Buffer.from(p256dh, 'base64url')
    // The conversion fails for a point that is not on the curve.
    return point[0] === 4 && ECDH.convertKey(point, 'prime256v1').length > 0
  } catch {
    return false
  }
}
