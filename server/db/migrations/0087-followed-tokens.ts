import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Adds the encrypted token that reads the listens of a followed account. */
export const followedTokensMigration: Migration = {
  number: 87,
  name: 'followed-tokens',
  async up(db: Kysely<unknown>) {
    await sql`alter table followed_accounts add column secret bytea`.execute(db)
  },
}
