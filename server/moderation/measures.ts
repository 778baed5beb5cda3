import { sql } from 'kysely'
import { deletePasskeys, deletePicture, lockAdmins } from '#server/accounts/index.ts'
import { type Actor, type AuditAction, type AuditRecord, insertAuditEntry } from '#server/audit/index.ts'
import type { Tx } from '#server/db/open.ts'
import type { WarningsTable } from '#server/db/tables/moderation.ts'
import { Refusal } from '#server/http/refusal.ts'
import { createNotAdminRefusal } from '#server/http/request.ts'
import { deleteSessions } from '#server/http/session.ts'
import { stopPlaying } from '#server/music-services/index.ts'
import { closeReport } from '#server/reports/index.ts'

/*
 * Admins' measures, for the routes and for `npm run admin`. Each runs in the caller's transaction,
 * adds a row to the audit log, and closes the report behind it.
 */

export interface Subject {
  readonly id: number
  readonly name: string
  readonly is_system: boolean
}

export interface Measure {
  readonly reason?: string | undefined
  /** The report that is closed with the measure as outcome. */
  readonly report?: number | undefined
}

/** Records a measure, and closes the report behind it. */
export async function record(tx: Tx, actor: Actor, measure: AuditRecord): Promise<void> {
  await insertAuditEntry(tx, actor, measure)
  if (measure.reportId === undefined) return
  await closeReport(tx, { id: measure.reportId, outcome: measure.action, note: measure.reason, ...actor })
}

/** Closes a report without a measure. Returns false if it is unknown or closed. */
export async function dismissReport(tx: Tx, actor: Actor, id: number, note?: string): Promise<boolean> {
  const subjectId = await closeReport(tx, { id, outcome: 'no_measure', note, ...actor })
  if (subjectId === undefined) return false
  await insertAuditEntry(tx, actor, { action: 'report_closed', subjectId, reportId: id, reason: note })
  return true
}

/** Deletes a member's profile picture. */
export async function takeDownPicture(tx: Tx, actor: Actor, subject: Subject, { reason, report }: Measure) {
  await deletePicture(tx, subject.id)
  if (reason !== undefined) {
    await insertWarning(tx, actor, { kind: 'picture_deleted', subjectId: subject.id, reason, about: '' })
  }
  await record(tx, actor, { action: 'picture_deleted', subjectId: subject.id, reason, reportId: report })
}

interface NewWarning {
  readonly kind: WarningsTable['kind']
  readonly subjectId: number
  readonly reason: string
  readonly about: string
}

export async function insertWarning(tx: Tx, { adminId, now }: Actor, { kind, subjectId, reason, about }: NewWarning) {
  await tx
    .insertInto('warnings')
    .values({
      member_id: subjectId,
      admin_id: adminId,
      kind,
      reason,
      about: about.slice(0, 500),
      created_at: now,
    })
    .execute()
}

/** Shows a warning to a member until it is confirmed. */
export async function warnMember(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  { reason, report }: Measure & { readonly reason: string },
): Promise<void> {
  checkSubject(subject, actor, 'You cannot warn yourself.')
  await insertWarning(tx, actor, { kind: 'warning', subjectId: subject.id, reason, about: '' })
  await record(tx, actor, { action: 'warned', subjectId: subject.id, reason, reportId: report })
}

const LONGEST_MS = 10 * 366 * 86_400_000

/**
 * Suspends a member, or changes the suspension. Throws a Refusal: admins suspend neither themselves
 * nor System, and the end is in the future.
 */
export async function suspendMember(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  measure: Measure & { readonly reason: string; readonly until?: Date | undefined },
): Promise<void> {
  const { reason, report, until } = measure
  checkSubject(subject, actor, 'You cannot suspend yourself.')
  const lengthMs = until === undefined ? 1 : until.getTime() - actor.now.getTime()
  if (!(lengthMs > 0)) throw new Refusal(400, 'The end must be in the future.')
  if (lengthMs > LONGEST_MS) throw new Refusal(400, 'The end must be within ten years. Leave it out for no end.')
  // Checked again under the lock: another admin may have suspended this one meanwhile.
  if (actor.adminId !== null && !(await lockAdmins(tx, actor.now)).includes(actor.adminId))
    throw createNotAdminRefusal()
  const row = { reason, since: actor.now, until: until ?? null, admin_id: actor.adminId }
  await tx
    .insertInto('suspensions')
    .values({ member_id: subject.id, ...row })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(row))
    .execute()
  await stopPlaying(tx, subject.id)
  const detail = until?.toISOString() ?? ''
  await record(tx, actor, { action: 'suspended', subjectId: subject.id, reason, reportId: report, detail })
}

/** Ends a member's suspension. Returns false if none is in force. */
export async function reinstateMember(tx: Tx, actor: Actor, subject: Subject, reason?: string): Promise<boolean> {
  const { rows } = await sql`delete from suspensions where member_id = ${subject.id}
    returning until is null or until > ${actor.now} as is_ended`.execute(tx)
  const isEnded = (rows as { is_ended: boolean }[])[0]?.is_ended === true
  if (isEnded) await insertAuditEntry(tx, actor, { action: 'reinstated', subjectId: subject.id, reason })
  return isEnded
}

/** Signs a member out everywhere. Returns how many sessions ended. */
export async function endMemberSessions(tx: Tx, actor: Actor, subject: Subject): Promise<number> {
  const ended = await deleteSessions(tx, subject.id)
  await insertAuditEntry(tx, actor, { action: 'sessions_ended', subjectId: subject.id, detail: String(ended) })
  return ended
}

/** Removes all of a member's passkeys, for the command line. Returns their number. */
export async function removePasskeys(tx: Tx, actor: Actor, subject: Subject): Promise<number> {
  const removed = await deletePasskeys(tx, subject.id)
  await insertAuditEntry(tx, actor, { action: 'passkeys_removed', subjectId: subject.id, detail: String(removed) })
  return removed
}

/** Adds a note that only admins see. */
export async function insertNote(tx: Tx, actor: Actor, subject: Subject, text: string): Promise<void> {
  const { adminId: admin_id, now: created_at } = actor
  await tx.insertInto('member_notes').values({ member_id: subject.id, admin_id, text, created_at }).execute()
  await insertAuditEntry(tx, actor, { action: 'note_added', subjectId: subject.id })
}

/**
 * Makes a member an admin, or ends that. Throws a Refusal 409 for the last admin, unless the
 * command line does it.
 */
export async function updateAdmin(tx: Tx, actor: Actor, subject: Subject, isAdmin: boolean): Promise<void> {
  if (subject.is_system) throw new Refusal(400, 'System cannot be an admin.')
  const admins = await lockAdmins(tx, actor.now)
  const { rows } = await sql`select from members where id = ${subject.id} and is_admin`.execute(tx)
  if (rows.length === Number(isAdmin)) return
  if (!isAdmin && actor.adminId !== null && admins.every((id) => id === subject.id)) {
    throw new Refusal(409, 'This is the last admin. Make another member an admin first.', 'last_admin')
  }
  await tx.updateTable('members').set({ is_admin: isAdmin }).where('id', '=', subject.id).execute()
  const action: AuditAction = isAdmin ? 'admin_granted' : 'admin_revoked'
  await insertAuditEntry(tx, actor, { action, subjectId: subject.id })
}

function checkSubject(subject: Subject, { adminId }: Actor, sentence: string): void {
  if (subject.is_system) throw new Refusal(400, 'System is not a member.')
  if (subject.id === adminId) throw new Refusal(400, sentence)
}
