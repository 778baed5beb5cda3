export { findNewestBroadcastId, listFeedMembers, listTopBroadcastedOfMany } from './feed.ts'
export { bodyOf } from './rules.ts'
export { deleteOldDeletedBroadcasts, insertBroadcast, insertLikes } from './store.ts'
