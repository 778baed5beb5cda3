export { setReaction, updateMessageText } from './changes.ts'
export { listLatestConversations } from './latest.ts'
export { findLatestMessages } from './list.ts'
export { insertMessage, selectUnreadFrom, selectUnreadMessages, updateMessagesRead } from './store.ts'
