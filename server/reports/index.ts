export { closeReport, countOpenReports, listReports, selectOpenReports } from './queue.ts'
export { listOpenReports, type OpenReport } from './store.ts'
