import * as v from 'valibot'
import { DOWNLOADS_KEY } from '#contract/storage-names.ts'

/** Storage sizes to choose from, in MB. 0: no automatic downloads. */
export const DOWNLOAD_LIMITS_MB = [0, 25, 50, 100] as const

export const SONGS_MB_MAX = 50_000

const DownloadSettings = v.object({
  limitMb: v.fallback(v.picklist(DOWNLOAD_LIMITS_MB), 50),
  onMobileData: v.fallback(v.boolean(), false),
  /** Storage for songs from the own library, in MB. 0: none are stored. */
  songsMb: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SONGS_MB_MAX)), 0),
})
export type DownloadSettings = v.InferOutput<typeof DownloadSettings>

/**
 * Returns this device's settings for downloads; the defaults if none or invalid ones are stored.
 */
export function readDownloadSettings(): DownloadSettings {
  let stored: unknown
  try {
    stored = JSON.parse(localStorage.getItem(DOWNLOADS_KEY) ?? '{}')
  } catch {
    stored = {} // Invalid JSON, or a browser without storage: the defaults.
  }
  return v.parse(DownloadSettings, typeof stored === 'object' && stored !== null ? stored : {})
}

export function writeDownloadSettings(settings: DownloadSettings): void {
  localStorage.setItem(DOWNLOADS_KEY, JSON.stringify(settings))
}
