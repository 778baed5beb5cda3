export { listLatestConversations } from './latest.ts'
export { insertMessage, listMessages, selectUnreadMessages, updateMessagesRead } from './store.ts'
