import type { NotificationSettings } from '#contract/notifications/settings.ts'
import type { DevicePush } from './device-push.ts'

/**
 * Whether pushes arrive on this device: `unavailable`, the server sends none; `unsupported` by the
 * browser; `install-first` on iOS; `denied` by the user in the browser.
 */
export type PushState = 'on' | 'off' | 'denied' | 'install-first' | 'unsupported' | 'unavailable'

export function toPushState(
  { public_key, endpoint }: Pick<NotificationSettings, 'public_key' | 'endpoint'>,
  device: DevicePush,
  isInstallable: boolean,
): PushState {
  if (public_key === '') return 'unavailable'
  if (!device.isSupported) return isInstallable ? 'install-first' : 'unsupported'
  if (device.permission === 'denied') return 'denied'
  return device.permission === 'granted' && device.endpoint !== null && device.endpoint === endpoint ? 'on' : 'off'
}
