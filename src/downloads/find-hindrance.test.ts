import { expect, test } from 'vitest'
import { findHindrance } from './find-hindrance.ts'
import type { DownloadSettings } from './settings.ts'

const settings: DownloadSettings = { limitMb: 50, onMobileData: false, songsMb: 0 }
/** The `navigator` properties that are used. */
const device = (connection?: object, onLine = true) => ({ onLine, connection }) as unknown as Navigator

test.for([
  ['Wi-Fi', settings, device({ type: 'wifi', effectiveType: '4g', saveData: false }), undefined],
  ['a browser without the interface', settings, device(), undefined],
  ['no network', settings, device(undefined, false), 'offline'],
  ['downloads turned off', { ...settings, limitMb: 0 } as const, device(), 'off'],
  ['data saver', settings, device({ saveData: true }), 'data_saver'],
  [
    'data saver, with consent to mobile data',
    { ...settings, onMobileData: true },
    device({ saveData: true }),
    'data_saver',
  ],
  ['mobile data', settings, device({ type: 'cellular', effectiveType: '4g' }), 'mobile_data'],
  ['mobile data, with consent', { ...settings, onMobileData: true }, device({ type: 'cellular' }), undefined],
  ['a slow connection', settings, device({ effectiveType: '3g' }), 'slow'],
  ['a very slow connection', settings, device({ effectiveType: 'slow-2g' }), 'slow'],
  ['a slow connection, with consent', { ...settings, onMobileData: true }, device({ effectiveType: '2g' }), undefined],
] as const)('findHindrance returns why downloads are off: %s', ([, chosen, browser, hindrance]) => {
  expect(findHindrance(chosen, browser)).toBe(hindrance)
})
