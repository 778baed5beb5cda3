export { countUnread, insertMessage, markRead, type NewMessage } from './store.ts'
