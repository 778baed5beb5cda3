export { closeReport, countOpenReports, listReports, type ReportClosure, selectOpenReports } from './queue.ts'
export { listOpenReports, type OpenReport } from './store.ts'
