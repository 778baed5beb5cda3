import { useEffect } from 'react'
import { FEED_SEEN_KEY } from '#contract/storage-names.ts'
import { createDeviceSetting } from '#src/ui/device-setting.ts'

const setting = createDeviceSetting(FEED_SEEN_KEY)

export function useNewestSeen(): number | undefined {
  const stored = Number(setting.use() ?? Number.NaN)
  return Number.isSafeInteger(stored) ? stored : undefined
}

/** Clears the feed tab's mark: all up to `newest` was shown. 0 for an empty feed. */
export function useMarkFeedSeen(newest: number) {
  useEffect(() => {
    // Not a subscription: two tabs with different feeds would overwrite each other's mark in turns.
    if (newest > 0 && String(newest) !== setting.read()) setting.set(String(newest))
  }, [newest])
}
