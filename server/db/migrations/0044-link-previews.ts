import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

const COLUMNS = `
alter table members add column hides_from_search boolean not null default false;

alter table song_swaps add column initiator_shares_at timestamptz, add column matched_shares_at timestamptz;
`

/** Adds what members decide about links to their pages, and about links to results of swaps. */
export const linkPreviewsMigration: Migration = {
  number: 44,
  name: 'link-previews',
  async up(db: Kysely<unknown>) {
    await sql.raw(COLUMNS).execute(db)
  },
}
