import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The cached cover of an album, or the time when it may be requested again. */
export interface CoversTable {
  album_id: number
  /** The time of the next request to the archive. */
  outdated_at: Date
  /** The time when it was last sent, to the day. */
  used_at: Date
  /** WebP, null if the archive has no cover, or the request failed. */
  small: Buffer | null
  large: Buffer | null
  bytes: number
}

export interface CoversTables {
  covers: CoversTable
}

// Unlogged: covers can be fetched again.
const TABLES = `
alter table albums add column release_mbid uuid;
update albums set release_mbid = (select release_mbid from listen_details
  where album_id = albums.id and release_mbid is not null limit 1);

create unlogged table covers (
  album_id bigint primary key references albums on delete cascade,
  outdated_at timestamptz not null,
  used_at timestamptz not null,
  small bytea,
  large bytea,
  bytes integer not null
);
create index covers_by_use on covers (used_at);
`

/** Adds the cache of cover art, and to albums a release that may have one. */
export const coversMigration: Migration = {
  number: 38,
  name: 'covers',
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES).execute(db)
  },
}
