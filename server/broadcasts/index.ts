export { isVisible, listFeedMembers, listTopBroadcastedOfMany, selectNewestBroadcast } from './feed.ts'
export { deleteReplyById, insertReply, listRecentReplies } from './replies/store.ts'
export { toBroadcastBody } from './rules.ts'
export { deleteBroadcast, insertBroadcast, insertLikes } from './store.ts'
