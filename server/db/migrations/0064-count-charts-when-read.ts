import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Drops the stored charts and recaps, which are counted when they are read. No released version has
 * them. Processes of an unreleased one fail requests for charts, the weekly report and the rewind.
 */
export const countChartsWhenReadMigration: Migration = {
  number: 64,
  name: 'count-charts-when-read',
  async up(db: Kysely<unknown>) {
    await sql`drop function if exists delete_outdated_member_charts() cascade`.execute(db)
    await sql`drop table member_charts, recaps`.execute(db)
  },
}
