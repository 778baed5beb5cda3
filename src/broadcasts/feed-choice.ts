import { FEED_KEY } from '#contract/storage-names.ts'
import { createDeviceSetting } from '#src/ui/device-setting.ts'

const FOLLOWING = 'following'
const setting = createDeviceSetting(FEED_KEY)

/** Returns whether this device shows the feed of followed members. */
export const useShowsFollowing = (): boolean => setting.use() === FOLLOWING

export const chooseFeed = (isFollowing: boolean): void => setting.set(isFollowing ? FOLLOWING : null)
