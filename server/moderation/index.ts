export * as measures from './measures.ts'
export { selectNotices } from './standing.ts'
