export { findNewestBroadcastId, listBroadcasts } from './feed.ts'
export { bodyOf } from './rules.ts'
export { insertBroadcast, insertLikes, type NewBroadcast, type NewLike } from './store.ts'
