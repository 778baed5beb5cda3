export { findNewestBroadcastId, listFeedMembers, listTopBroadcastedOfMany } from './feed.ts'
export { toBroadcastBody } from './rules.ts'
export { deleteOldDeletedBroadcasts, insertBroadcast, insertLikes } from './store.ts'
