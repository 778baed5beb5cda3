export { closeReport, countOpenReports, listReports, type ReportClosure } from './queue.ts'
export { listOpenReports, type OpenReport } from './store.ts'
