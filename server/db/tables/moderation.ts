import type { Generated } from 'kysely'
import type { Timestamp, TimestampNow } from './columns.ts'

/** Members' reports about others to the admins. */
interface ReportsTable {
  id: Generated<number>
  /** Null: the reporter's account is deleted. */
  reporter_id: number | null
  reported_id: number
  reason: string
  /** `Broadcast`, `Message`, `Swap`, or null: the member as such. */
  related_type: string | null
  related_id: number | null
  /** The reported text when it was reported: it may be deleted since. */
  quote: string
  created_at: TimestampNow
  closed_at: Timestamp | null
  /** Null: the command line, or an admin with a deleted account. */
  closed_by: Generated<number | null>
  /** An action in the audit log, or `no_measure`. */
  outcome: Generated<string>
  note: Generated<string>
}

/** A member's suspension; it has no effect after its end. */
interface SuspensionsTable {
  member_id: number
  reason: string
  since: TimestampNow
  /** Null: until an admin ends it. */
  until: Timestamp | null
  /** Null: the command line, or an admin with a deleted account. */
  admin_id: number | null
}

/** A message from the admins that the member has to confirm. */
export interface WarningsTable {
  id: Generated<number>
  member_id: number
  admin_id: number | null
  kind: 'warning' | 'broadcast_hidden' | 'broadcast_deleted' | 'picture_deleted' | 'reply_hidden' | 'reply_deleted'
  reason: string
  /** The broadcast's text. */
  about: string
  created_at: TimestampNow
  confirmed_at: Timestamp | null
}

/** A note about a member that only admins see. */
interface MemberNotesTable {
  id: Generated<number>
  member_id: number
  admin_id: number | null
  text: string
  created_at: TimestampNow
}

/**
 * What admins have done. Members by id only, without a foreign key: rows are never changed, and do
 * not name a member with a deleted account.
 */
interface AuditLogTable {
  id: Generated<number>
  created_at: TimestampNow
  /** Null: the command line. */
  admin_id: number | null
  action: string
  subject_id: number | null
  report_id: number | null
  reason: string
  detail: string
}

export interface ModerationTables {
  reports: ReportsTable
  suspensions: SuspensionsTable
  warnings: WarningsTable
  member_notes: MemberNotesTable
  audit_log: AuditLogTable
}
