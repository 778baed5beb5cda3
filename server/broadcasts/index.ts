export { findNewestBroadcastId, listFeedMembers, listTopBroadcastedOfMany } from './feed.ts'
export { bodyOf } from './rules.ts'
export { insertBroadcast, insertLikes } from './store.ts'
