export { listLatestConversations } from './latest.ts'
export { insertMessage, selectUnreadMessages, updateMessagesRead } from './store.ts'
