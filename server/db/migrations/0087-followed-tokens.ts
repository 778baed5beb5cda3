import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

const CHANGES = `
alter table followed_accounts add column secret bytea;

alter table ignored_artists add column merged_from bigint;

create index listen_doubles_by_pair on listen_doubles (member_id, kept_source, source, listened_at);
`

/**
 * Adds the encrypted token that reads the listens of a followed account, and the spelling by which a
 * member ignores the artist that it was merged into, and an index for the examples of doubles.
 */
export const followedTokensMigration: Migration = {
  number: 87,
  name: 'followed-tokens',
  async up(db: Kysely<unknown>) {
    await sql.raw(CHANGES).execute(db)
  },
}
