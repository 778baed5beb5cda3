import { LISTEN_SERVICE_KEY } from '#contract/storage-names.ts'
import { createDeviceSetting } from '#src/ui/device-setting.ts'

/** The id for the music service that opens tracks; null before one was chosen. */
export const chosenService = createDeviceSetting(LISTEN_SERVICE_KEY)
