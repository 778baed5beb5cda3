export type { ActivityEntry } from './entries.ts'
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
export { type EntryRef, findUnreadEntries } from './list.ts'
export { postMemberJoined } from './posts.ts'
export { isReplyOpen } from './replies.ts'
export {
  recordSwapAnswer,
  recordSwapCompletion,
  recordSwapEnd,
  recordSwapShare,
  recordSwapStart,
} from './swap-turns.ts'
export { selectOtherUnread } from './unread.ts'
