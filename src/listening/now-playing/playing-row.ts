import { PLAYING_KEY } from '#contract/storage-names.ts'
import { createDeviceSetting } from '#src/ui/device-setting.ts'

/** Whether the feed reserves the row with tracks that followed members play; null: it does not. */
export const playingRow = createDeviceSetting(PLAYING_KEY)
