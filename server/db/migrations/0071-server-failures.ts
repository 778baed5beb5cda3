import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

// The list of kinds is replaced by a wider one, as in migration 57.
const CHANGES = `
alter table activity drop constraint if exists activity_kind_check;
alter table activity add constraint activity_kind_check check (kind in (
  'like', 'follow', 'message', 'swap_invite', 'swap_answer', 'swap_result', 'swap_ended', 'reply', 'mention',
  'weekly_report', 'swap_share', 'server_failure'));
`

/** Adds the activity of admins about failed backups and jobs. */
export const serverFailuresMigration: Migration = {
  number: 71,
  name: 'server-failures',
  async up(db: Kysely<unknown>) {
    await sql.raw(CHANGES).execute(db)
  },
}
