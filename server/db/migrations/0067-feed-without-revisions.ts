import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Drops the revision of all feeds: the version of a feed is the hash of its page. No released
 * version has it. Processes of an unreleased one fail requests for feeds.
 */
export const feedWithoutRevisionsMigration: Migration = {
  number: 67,
  name: 'feed-without-revisions',
  async up(db: Kysely<unknown>) {
    await sql`drop function if exists bump_feed_revision() cascade`.execute(db)
    await sql`drop table feed_revisions`.execute(db)
  },
}
