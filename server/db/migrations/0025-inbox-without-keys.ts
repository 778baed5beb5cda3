import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Drops the folded names from the inbox: aggregation folds the names itself, as imports do. */
export const inboxWithoutKeysMigration: Migration = {
  number: 25,
  name: 'inbox-without-keys',
  async up(db: Kysely<unknown>) {
    await sql`alter table scrobble_inbox drop column artist_key, drop column title_key`.execute(db)
  },
}
