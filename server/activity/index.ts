export {
  deleteFollowActivity,
  deleteLikeActivity,
  deleteMentionActivity,
  deleteMessageActivity,
  insertFollowActivity,
  insertLikeActivity,
  insertReplyActivity,
  insertReportActivity,
  upsertMessageActivity,
} from './events.ts'
export { type ActivityEntry, type EntryRef, findUnreadEntries, selectOtherUnread } from './list.ts'
export { postMemberJoined } from './posts.ts'
export { isReplyOpen } from './replies.ts'
export { recordSwapAnswer, recordSwapCompletion, recordSwapEnd, recordSwapStart } from './swap-turns.ts'
