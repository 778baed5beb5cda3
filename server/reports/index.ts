export { closeReport, listOpenReports, type OpenReport } from './store.ts'
