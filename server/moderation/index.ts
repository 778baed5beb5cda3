export * as measures from './measures.ts'
export { listMembers } from './members.ts'
export { countNotices } from './standing.ts'
