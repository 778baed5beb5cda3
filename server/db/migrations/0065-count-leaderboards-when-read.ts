import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Drops the stored leaderboards of periods, which are counted when they are read. No released
 * version has them. Processes of an unreleased one fail requests for the leaderboard of a period and
 * deletions of listens.
 */
export const countLeaderboardsWhenReadMigration: Migration = {
  number: 65,
  name: 'count-leaderboards-when-read',
  async up(db: Kysely<unknown>) {
    await sql`drop table period_boards`.execute(db)
  },
}
