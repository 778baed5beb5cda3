import { queryOptions } from '@tanstack/react-query'
import { type NotificationSettings, unsubscribePush } from '#contract/notifications/settings.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { readPushEndpoint, storeOfferChoice, storePushEndpoint } from './device-record.ts'
import { isOfKey, sendSubscription } from './pushed/send-subscription.ts'

/** Limit in ms for the wait for an active worker: without one `ready` never resolves. */
const WORKER_TIMEOUT_MS = 10_000

export interface DevicePush {
  /** False without a service worker, as over plain HTTP, and in a Safari tab on iOS. */
  isSupported: boolean
  permission: NotificationPermission
  endpoint: string | null
}

export type PushProblem = 'denied' | 'dismissed' | 'offline' | 'failed'

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const findRegistration = async () => (isPushSupported() ? navigator.serviceWorker.getRegistration() : undefined)

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await findRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function readDevicePush(): Promise<DevicePush> {
  const registration = await findRegistration()
  if (registration === undefined) return { isSupported: false, permission: 'default', endpoint: null }
  const subscription = await registration.pushManager.getSubscription()
  return { isSupported: true, permission: Notification.permission, endpoint: subscription?.endpoint ?? null }
}

/** Web Push in this browser, read each time a screen that shows it opens. */
export const devicePushQuery = queryOptions({
  queryKey: ['device', 'push'],
  queryFn: readDevicePush,
  staleTime: 0,
  meta: { isFleeting: true },
})

/**
 * Requests the permission, subscribes this browser and registers the subscription for the session.
 * Must be called from a press. Resolves to the problem, undefined without one; rejects as `call`
 * does.
 */
export async function turnOnPush(member: string, publicKey: string): Promise<PushProblem | undefined> {
  // First: Safari requires it within the press.
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'dismissed'
  if (!navigator.onLine) return 'offline'
  const subscription = await subscribe(publicKey)
  if (subscription === undefined) return 'failed'
  await sendSubscription(member, subscription)
  storePushEndpoint(subscription.endpoint)
  storeOfferChoice()
  return undefined
}

/** Returns a subscription with the key; undefined if the browser's push service refuses. */
async function subscribe(publicKey: string): Promise<PushSubscription | undefined> {
  try {
    const { pushManager } = await whenWorkerIsActive()
    const stored = await pushManager.getSubscription()
    if (stored && isOfKey(stored, publicKey)) return stored
    // A browser has one subscription per worker: with another key it throws InvalidStateError.
    await stored?.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch (error) {
    console.warn('This browser could not subscribe to notifications.', error)
    return undefined
  }
}

function whenWorkerIsActive(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The service worker is not active.')), WORKER_TIMEOUT_MS)
    navigator.serviceWorker.ready.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Ends the pushes to this browser. Rejects as `call` does. */
export async function turnOffPush(member: string): Promise<void> {
  await call(unsubscribePush, { user: member, client_id: uuid() })
  await endPush()
}

async function endPush(): Promise<void> {
  storePushEndpoint(null)
  // A member that turns them off wants no offer to turn them on.
  storeOfferChoice()
  await (await findSubscription())?.unsubscribe()
}

/** What the server knows about this session's subscription. */
type KnownSubscription = Pick<NotificationSettings, 'public_key' | 'endpoint' | 'is_turned_off'>

/**
 * Repairs the subscription at the start of the app, if the member has turned notifications on here:
 * the browser may have replaced it, the server its key, or it has dropped the subscription, as
 * after a suspension or rejected pushes. One that was turned off from another device ends here too.
 */
export async function renewPush(member: string, readSettings: () => Promise<KnownSubscription | null>): Promise<void> {
  const remembered = readPushEndpoint()
  if (remembered === null || !isPushSupported() || Notification.permission !== 'granted') return
  const settings = await readSettings()
  if (settings === null || settings.public_key === '') return
  const subscription = await findSubscription()
  const isCurrent = subscription !== null && isOfKey(subscription, settings.public_key)
  const repair = findRepair(remembered, isCurrent ? subscription.endpoint : null, settings)
  if (repair === 'end') await endPush()
  if (repair === 'replace') await subscription?.unsubscribe()
  if (repair === 'renew' || repair === 'replace') await turnOnPush(member, settings.public_key)
}

/** Returns how to repair a subscription. `endpoint`: of one with the server's current key. */
export function findRepair(
  remembered: string,
  endpoint: string | null,
  known: Omit<KnownSubscription, 'public_key'>,
): 'none' | 'renew' | 'replace' | 'end' {
  if (known.is_turned_off) return 'end'
  if (endpoint === null || endpoint !== remembered) return 'renew'
  if (known.endpoint === '') return 'replace'
  return known.endpoint === endpoint ? 'none' : 'renew'
}
