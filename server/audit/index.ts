export { type Actor, type AuditAction, type AuditRecord, insertAuditEntry, listAuditLog } from './audit.ts'
