import { createDeviceSetting } from '#src/ui/device-setting.ts'

/** The id of the music service that opens tracks; null before one was chosen. */
export const chosenService = createDeviceSetting('flipside_listen_service')
