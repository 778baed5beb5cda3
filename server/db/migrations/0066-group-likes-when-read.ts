import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

const FUNCTIONS = [
  'count_inserted_likes()',
  'count_deleted_likes()',
  'count_read_likes()',
  'add_to_like_groups(bigint[])',
  'remove_from_like_groups(bigint[], date[])',
  'lock_like_groups(bigint[])',
  'like_day(boolean, timestamptz)',
]

/**
 * Drops the stored groups of likes, which are grouped when they are read. No released version has
 * them. Processes of an unreleased one fail requests for activity and status, and deliver no pushes.
 */
export const groupLikesWhenReadMigration: Migration = {
  number: 66,
  name: 'group-likes-when-read',
  async up(db: Kysely<unknown>) {
    for (const name of FUNCTIONS) await sql.raw(`drop function if exists ${name} cascade`).execute(db)
    await sql`drop table like_groups`.execute(db)
  },
}
