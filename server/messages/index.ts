export { countUnread, insertMessage, markRead } from './store.ts'
