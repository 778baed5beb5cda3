export { listLatestConversations } from './latest.ts'
export { countUnread, insertMessage, updateMessagesRead } from './store.ts'
