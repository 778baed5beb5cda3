import { sql } from 'kysely'
import type { AuditEntry } from '#contract/moderation/members.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'

/** What the audit log records. The page has a label for each (`src/moderation/labels.ts`). */
export type AuditAction =
  | 'report_closed'
  | 'broadcast_hidden'
  | 'broadcast_shown'
  | 'broadcast_deleted'
  | 'reply_hidden'
  | 'reply_shown'
  | 'reply_deleted'
  | 'picture_deleted'
  | 'warned'
  | 'suspended'
  | 'reinstated'
  | 'sessions_ended'
  | 'passkeys_removed'
  | 'note_added'
  | 'admin_granted'
  | 'admin_revoked'
  | 'settings_changed'
  | 'invitation_made'
  | 'reset_link_made'
  | 'push_keys_rotated'
  | 'jobs_retried'
  | 'music_merged'
  | 'music_renamed'
  | 'artist_split'
  | 'artist_not_split'
  | 'music_change_undone'

/** The admin; null: the command line. */
export interface Actor {
  readonly adminId: number | null
  readonly now: Date
}

export interface AuditRecord {
  readonly action: AuditAction
  readonly subjectId?: number | undefined
  readonly reportId?: number | undefined
  readonly reason?: string | undefined
  readonly detail?: string | undefined
}

/** Adds a row to the audit log, which the database never changes afterwards. */
export async function insertAuditEntry(tx: Tx, { adminId, now }: Actor, entry: AuditRecord): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      created_at: now,
      admin_id: adminId,
      action: entry.action,
      subject_id: entry.subjectId ?? null,
      report_id: entry.reportId ?? null,
      reason: entry.reason ?? '',
      detail: entry.detail ?? '',
    })
    .execute()
}

/**
 * Returns a page of the audit log, newest first; with `subjectId` only the entries about this member.
 */
export async function listAuditLog(db: Db, subjectId: number | undefined, page: Page): Promise<AuditEntry[]> {
  const { rows } = await sql<Omit<AuditEntry, 'timestamp'> & { timestamp: Date }>`
    select audit_log.id, audit_log.created_at as timestamp, coalesce(admin.name, '') as by,
      coalesce(admin_id, 0) as by_id, action, coalesce(subject.name, '') as member, reason, detail,
      coalesce(report_id, 0) as report
    from audit_log
    left join members as admin on admin.id = admin_id and admin.deleted_at is null
    left join members as subject on subject.id = subject_id and subject.deleted_at is null
    where ${subjectId === undefined ? sql`true` : sql`subject_id = ${subjectId}`} and ${isBelow(page, 'audit_log.id')}
    ${findNewest(page, 'audit_log.id')}`.execute(db)
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }))
}
