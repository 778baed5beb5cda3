import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

// When two artists or tracks are joined, the charts that name them are looked up while adding
// listens is blocked.
const INDEX = `
create index chart_tracks_by_artist on chart_tracks (artist_id, track_id) include (member_id);
`

export const chartTracksByArtistMigration: Migration = {
  number: 17,
  name: 'chart tracks by artist',
  async up(db: Kysely<unknown>) {
    await sql.raw(INDEX).execute(db)
  },
}
