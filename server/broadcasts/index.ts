export { findNewestBroadcastId, listBroadcasts } from './feed.ts'
export { bodyOf } from './rules.ts'
export { insertBroadcast, insertLike, type NewBroadcast } from './store.ts'
