export { setReaction, updateMessageText } from './changes.ts'
export { listLatestConversations } from './latest.ts'
export { findLatestMessages } from './list.ts'
export { insertMessage, selectUnreadMessages, updateMessagesRead } from './store.ts'
