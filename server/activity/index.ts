export type { ActivityEntry } from './entries.ts'
export {
  deleteActivity,
  deleteLikeActivity,
  deleteMentionActivity,
  insertFailureActivity,
  insertFollowActivity,
  insertLikeActivity,
  insertMentionActivity,
  insertPlayReactionActivity,
  insertRelayActivity,
  insertReplyActivity,
  insertReportActivity,
  type Liked,
  type MentioningText,
  upsertMessageActivity,
} from './events.ts'
export { findUnreadEntries } from './list.ts'
export { isBroadcastOpen, isReplyOpen } from './open-texts.ts'
export { postMemberJoined } from './posts.ts'
export {
  recordSwapAnswer,
  recordSwapCompletion,
  recordSwapEnd,
  recordSwapShare,
  recordSwapStart,
} from './swap-turns.ts'
export { countOtherUnread, selectMayHaveUnread, selectOtherUnread } from './unread.ts'
