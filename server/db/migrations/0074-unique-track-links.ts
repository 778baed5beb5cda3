import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

// Two transactions that linked a track at the same time could store an id at two places.
const CHANGES = `
delete from track_links as later using track_links as earlier
  where later.track_id = earlier.track_id and later.service = earlier.service
    and later.external_id = earlier.external_id and later.place > earlier.place;
create unique index track_links_by_id on track_links (track_id, service, external_id);
`

/** Lets a track have each id of a service once. */
export const uniqueTrackLinksMigration: Migration = {
  number: 74,
  name: 'unique-track-links',
  async up(db: Kysely<unknown>) {
    await sql.raw(CHANGES).execute(db)
  },
}
