import { onTestFinished, vi } from 'vitest'

/**
 * A browser with Web Push; its worker has the subscription `endpoint`. `requested` is the user's
 * choice.
 */
export function aBrowser(permission: NotificationPermission, endpoint: string | null = null, requested = permission) {
  const subscription = endpoint === null ? null : { endpoint, unsubscribe: async () => true }
  const registration = { pushManager: { getSubscription: async () => subscription }, getNotifications: async () => [] }
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => registration })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  vi.stubGlobal('PushManager', EventTarget)
  vi.stubGlobal('Notification', { permission, requestPermission: async () => requested })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
}
