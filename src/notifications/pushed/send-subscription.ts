import { subscribePush } from '#contract/notifications/settings.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'

function toBase64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Returns whether a subscription was made with this server's key (base64url). */
export const isOfKey = ({ options }: PushSubscription, publicKey: string): boolean =>
  toBase64Url(options.applicationServerKey) === publicKey

/** Registers this browser's subscription for the session. Rejects as `call` does. */
export const sendSubscription = (user: string, subscription: PushSubscription): Promise<unknown> =>
  call(subscribePush, {
    user,
    endpoint: subscription.endpoint,
    p256dh: toBase64Url(subscription.getKey('p256dh')),
    auth: toBase64Url(subscription.getKey('auth')),
    client_id: uuid(),
  })
