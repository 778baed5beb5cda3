export { closeReport, countOpenReports, listReports, selectOpenReports } from './queue.ts'
