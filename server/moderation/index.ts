export * as measures from './measures.ts'
export { listMembers } from './members.ts'
export { selectNotices } from './standing.ts'
