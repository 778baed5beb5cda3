import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

const SHARDS = 32

/**
 * Adds a revision of all feeds. server/db/functions/bump-feed-revision.sql has the triggers that
 * increase it.
 */
export const feedRevisionsMigration: Migration = {
  number: 26,
  name: 'feed-revisions',
  async up(db: Kysely<unknown>) {
    await sql`create table feed_revisions (shard smallint primary key, revision bigint not null default 0)
      with (fillfactor = 20)`.execute(db)
    await sql`insert into feed_revisions (shard) select generate_series(0, ${sql.lit(SHARDS - 1)})`.execute(db)
  },
}
