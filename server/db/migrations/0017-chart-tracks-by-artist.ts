import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

// When two artists or tracks turn out to be the same, charts that name them are looked for while nobody can add listens.
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
