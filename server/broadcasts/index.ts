export { isVisible, listFeedMembers, listTopBroadcastedTracks, selectNewestBroadcast } from './feed.ts'
export { deleteReplyById, insertReply, listRecentReplies } from './replies/store.ts'
export { toBroadcastBody } from './rules.ts'
export { deleteBroadcast, insertBroadcast, insertLikes } from './store.ts'
