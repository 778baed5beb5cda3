import { type Kysely, sql } from 'kysely'
import { foldName } from '../fold-name.ts'
import type { Migration } from './migration.ts'

// PostgreSQL folds the case of ASCII letters only, whatever its collation is: any other text is
// folded by the server and stored. The second index lists the swaps that both members share.
const CHANGES = `
alter table broadcasts add column folded_text text;
create index broadcasts_by_words on broadcasts
  using gin (search_words(coalesce(folded_text, lower((body || ' ' || title) collate "C")))) where type = 'Track';
create index song_swaps_shared on song_swaps (id)
  where completed_at is not null and initiator_shares_at is not null and matched_shares_at is not null;
`

const BATCH = 1_000

/** Adds the search for broadcasts, and the index of shared swaps. */
export const searchBroadcastsMigration: Migration = {
  number: 78,
  name: 'search-broadcasts',
  async up(db: Kysely<unknown>) {
    await sql.raw(CHANGES).execute(db)
    let after = 0
    for (;;) {
      const { rows } = await sql<{ id: number; text: string }>`
        select id, body || ' ' || title as text from broadcasts
        where id > ${after} and type = 'Track' and (body || title) ~ '[^\\x01-\\x7f]' order by id limit ${BATCH}`.execute(
        db,
      )
      const last = rows.at(-1)
      if (last === undefined) return
      await sql`update broadcasts set folded_text = given.text
        from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => foldName(row.text))}::text[]) as given (id, text)
        where broadcasts.id = given.id`.execute(db)
      after = last.id
    }
  },
}
