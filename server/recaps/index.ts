export { announceReports, findDueReports, scheduleNewMembers } from './schedule.ts'
