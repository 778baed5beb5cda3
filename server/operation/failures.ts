import { sql } from 'kysely'
import type { ServerFailure } from '#contract/activity/kinds.ts'
import { enqueueMail, lockAdmins } from '#server/accounts/index.ts'
import { insertFailureActivity } from '#server/activity/index.ts'
import { findBackupFailure } from '#server/backup/last-backup.ts'
import { JOB_TABLE } from '#server/db/job-schema.ts'
import type { Db } from '#server/db/open.ts'
import type { Services } from '#server/http/api.ts'

interface Failure {
  readonly subject: ServerFailure
  readonly at: Date
}

/**
 * Lists the latest failure of each kind, as this process knows it. Jobs without retries are left out:
 * they are useless later.
 */
async function listFailures(db: Db, dataDir: string, now: Date): Promise<readonly Failure[]> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(completed_on) as at from ${sql.raw(JOB_TABLE)} where state = 'failed' and retry_limit > 0`.execute(db)
  const [jobs, backup] = [rows[0]?.at ?? undefined, findBackupFailure(dataDir, now)]
  return [
    ...(jobs === undefined ? [] : [{ subject: 'jobs', at: jobs } as const]),
    ...(backup === undefined ? [] : [{ subject: 'backup', at: backup } as const]),
  ]
}

/**
 * Announces failed backups and jobs to the admins, and by mail to those with a confirmed address:
 * each kind once, and again at the earliest after a day if there is a later failure. Resolves to
 * false: there is no more to do until the next check.
 */
export async function announceFailures({ db, config, jobs, now }: Services): Promise<void> {
  const failures = await listFailures(db, config.dataDir, now())
  if (failures.length === 0) return
  await db.transaction().execute(async (tx) => {
    const adminIds = await lockAdmins(tx, now())
    for (const { subject, at } of failures)
      for (const member of await insertFailureActivity(tx, { adminIds, subject, failedAt: at, now: now() }))
        await enqueueMail({ config, jobs }, tx, { kind: 'server_failure', member, subject })
  })
}
