import * as v from 'valibot'
import { DOWNLOADS_KEY } from '#contract/storage-names.ts'
import { readLocalStorage } from '#src/ui/local-storage.ts'

/** Storage sizes to choose from, in MB. 0: no automatic downloads. */
export const DOWNLOAD_LIMITS_MB = [0, 25, 50, 100] as const

export const SONGS_MB_MAX = 50_000

const DownloadSettings = v.object({
  limitMb: v.fallback(v.picklist(DOWNLOAD_LIMITS_MB), 50),
  onMobileData: v.fallback(v.boolean(), false),
  /** Storage for songs from the own library, in MB. 0: none are stored. */
  songsMb: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SONGS_MB_MAX)), 0),
})
const Stored = v.pipe(v.string(), v.parseJson(), DownloadSettings)
export type DownloadSettings = v.InferOutput<typeof DownloadSettings>

export function readDownloadSettings(): DownloadSettings {
  const stored = v.safeParse(Stored, readLocalStorage(DOWNLOADS_KEY))
  return stored.success ? stored.output : v.parse(DownloadSettings, {})
}

export function writeDownloadSettings(settings: DownloadSettings): void {
  localStorage.setItem(DOWNLOADS_KEY, JSON.stringify(settings))
}
