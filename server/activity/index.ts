export {
  broadcastsLiked,
  broadcastUnliked,
  conversationRead,
  memberFollowed,
  memberUnfollowed,
  messageSent,
} from './happenings.ts'
export { countOtherUnreadActivity } from './list.ts'
export { memberJoined } from './posts.ts'
export { swapAnswered, swapBegan, swapCompleted, swapEnded } from './swap-turns.ts'
