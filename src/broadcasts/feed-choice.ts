import { FOLLOWING_FEED } from '#contract/broadcasts/feed-head.ts'
import { FEED_KEY } from '#contract/storage-names.ts'
import { createDeviceSetting } from '#src/ui/device-setting.ts'

const setting = createDeviceSetting(FEED_KEY)

export const useShowsFollowing = (): boolean => setting.use() === FOLLOWING_FEED
export const showsFollowing = (): boolean => setting.read() === FOLLOWING_FEED

export const chooseFeed = (isFollowing: boolean): void => setting.set(isFollowing ? FOLLOWING_FEED : null)
