export * as measures from './measures.ts'
export { findMemberRecord, listMembers } from './members.ts'
export { selectNotices } from './standing.ts'
