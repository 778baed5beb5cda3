import { SYSTEM_POSTS_KEY } from '#contract/storage-names.ts'
import { createDeviceSetting } from '#src/ui/device-setting.ts'

const HIDDEN = 'hidden'
const setting = createDeviceSetting(SYSTEM_POSTS_KEY)

export const useHidesSystemPosts = (): boolean => setting.use() === HIDDEN

export const hideSystemPosts = (isHidden: boolean): void => setting.set(isHidden ? HIDDEN : null)
