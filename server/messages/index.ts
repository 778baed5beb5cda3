export { listLatestConversations } from './latest.ts'
export { countUnread, insertMessage, markRead } from './store.ts'
