import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Adds the log position after the last write of a session, which reads of a standby wait for. */
export const sessionLogPositionsMigration: Migration = {
  number: 79,
  name: 'session-log-positions',
  async up(db: Kysely<unknown>) {
    await sql`alter table sessions add column log_position bigint`.execute(db)
  },
}
