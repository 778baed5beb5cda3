import type { DownloadSettings } from './settings.ts'

/** The Network Information API (Chromium); other browsers have none. */
interface NetworkInformation {
  readonly saveData?: boolean
  readonly effectiveType?: string
  readonly type?: string
}

/** The reason why automatic downloads are off at the moment. */
export type Hindrance = 'off' | 'offline' | 'data_saver' | 'mobile_data' | 'slow'

const SLOW = ['slow-2g', '2g', '3g']

/** Data saver overrides consent. */
export function findHindrance(
  settings: Pick<DownloadSettings, 'onMobileData'> & { readonly limitMb: number },
  device: Navigator = navigator,
): Hindrance | undefined {
  // The DOM's types lack it.
  const { connection } = device as Navigator & { connection?: NetworkInformation }
  if (settings.limitMb === 0) return 'off'
  if (!device.onLine) return 'offline'
  if (connection?.saveData === true) return 'data_saver'
  if (settings.onMobileData) return undefined
  if (connection?.type === 'cellular') return 'mobile_data'
  return SLOW.includes(connection?.effectiveType ?? '') ? 'slow' : undefined
}
