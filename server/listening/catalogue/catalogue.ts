import { type RawBuilder, sql } from 'kysely'
import { normalizeName } from '#contract/listening/track-names.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { lockIdentities } from './lock.ts'
import { nameKey } from './name-key.ts'
import { trackUrl } from './track-url.ts'

export interface Track {
  readonly id: number
  readonly artistId: number
  readonly title: string
  readonly artist: string
  /** Last.fm page. */
  readonly url: string
}

export interface TrackName {
  readonly artist: string
  readonly title: string
}

export async function findArtist(db: Db, id: number): Promise<{ id: number; name: string } | undefined> {
  return findMain(db, sql`artists.id = ${id}`)
}

/** Returns an artist by name, ignoring case and spacing. */
export async function findArtistByName(db: Db, name: string): Promise<{ id: number; name: string } | undefined> {
  return findMain(db, sql`name_key = ${nameKey(name)}`)
}

/** Returns the main artist, also if another spelling matches; for a credit, the first one. */
async function findMain(db: Db, isFound: RawBuilder<unknown>): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await markPrepared(sql<{ id: number; name: string }>`select id, name from artists
    where id = (select coalesce(credit.artist_id, merged_into, id) from artists
      left join artist_credits as credit on credit.credit_id = coalesce(merged_into, id) and position = 0
      where ${isFound})`).execute(db)
  return rows[0]
}

export async function findTrack(db: Db, id: number): Promise<Track | undefined> {
  const row = await db
    .selectFrom('tracks')
    .innerJoin('artists', 'artists.id', 'tracks.artist_id')
    .select(['tracks.id', 'tracks.title', 'artists.id as artistId', 'artists.name as artist'])
    .where('tracks.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, url: trackUrl(row.artist, row.title) }
}

/** Returns the track id by its names; for another spelling, the main track's. */
export async function findTrackByName(db: Db, { artist, title }: TrackName): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select coalesce(tracks.merged_into, tracks.id) as id
    from artists join tracks on tracks.artist_id = coalesce(artists.merged_into, artists.id)
    where artists.name_key = ${nameKey(artist)} and tracks.title_key = ${nameKey(title)}`.execute(db)
  return rows[0]?.id
}

/** Returns the main track id if this one is another spelling, and otherwise this one. */
export async function findMainTrack(db: Db, id: number): Promise<number> {
  const row = await db.selectFrom('tracks').select('merged_into').where('id', '=', id).executeTakeFirst()
  return row?.merged_into ?? id
}

/**
 * Inserts missing tracks and artists. Returns the ids in input order; for another spelling, the
 * main track's.
 */
export const insertTracks = async (tx: Tx, names: readonly TrackName[]): Promise<readonly number[]> =>
  (await insertTitles(tx, 'tracks', names)).map(({ id }) => id)

/** Inserts missing titles and artists. Returns the main ids, and the artist ids as named, in input order. */
export async function insertTitles(
  tx: Tx,
  table: 'tracks' | 'albums',
  names: readonly TrackName[],
): Promise<readonly { readonly id: number; readonly artistId: number }[]> {
  const artists = names.map(({ artist }) => artist)
  const artistIds = await insertArtists(tx, artists)
  const titles = names.map((name) => normalizeName(name.title))
  const keys = titles.map(nameKey)
  await sql`insert into ${sql.table(table)} (artist_id, title, title_key)
    select distinct on (artist_id, title_key) artist_id, title, title_key
    from unnest(${artistIds}::bigint[], ${titles}::text[], ${keys}::text[])
      with ordinality as spelling (artist_id, title, title_key, place)
    order by artist_id, title_key, place
    on conflict (artist_id, title_key) do nothing`.execute(tx)
  const { rows } = await sql<{ id: number; artistId: number }>`
    select coalesce(titled.merged_into, titled.id) as id, artist_id as "artistId"
    from unnest(${artistIds}::bigint[], ${keys}::text[]) with ordinality as spelling (artist_id, title_key, place)
    join ${sql.table(table)} as titled using (artist_id, title_key) order by place`.execute(tx)
  checkLength(rows, names)
  return rows
}

/**
 * Inserts missing artists. Returns the ids in input order; for another spelling, the main artist's.
 */
export async function insertArtists(tx: Tx, names: readonly string[]): Promise<readonly number[]> {
  await lockIdentities(tx)
  const written = names.map(normalizeName)
  const keys = written.map(nameKey)
  await sql`insert into artists (name, name_key)
    select distinct on (name_key) name, name_key
    from unnest(${written}::text[], ${keys}::text[]) with ordinality as spelling (name, name_key, place)
    order by name_key, place
    on conflict (name_key) do nothing`.execute(tx)
  const { rows } = await sql<{ id: number }>`select coalesce(artists.merged_into, artists.id) as id
    from unnest(${keys}::text[]) with ordinality as spelling (name_key, place)
    join artists using (name_key) order by place`.execute(tx)
  checkLength(rows, names)
  return rows.map((row) => row.id)
}

/** Throws if a name has no row: the rows after it would belong to other names. */
function checkLength(rows: readonly unknown[], names: readonly unknown[]): void {
  if (rows.length !== names.length) throw new Error('Some names were not found after they were inserted.')
}
