import { type RawBuilder, sql } from 'kysely'
import { normalizeName } from '#contract/listening/track-names.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { inBatch } from '#server/http/attempt.ts'
import type { TrackName } from '../catalogue/catalogue.ts'
import { nameKey } from '../catalogue/name-key.ts'
import type { ListenDetails } from '../listens/listen-details.ts'
import { CLAIMS_MAX, compareTwins, countClaims, lockIdentityWrites, type TwinRows } from './compare-twins.ts'

/*
 * Resolves names and MBIDs to artists and tracks. A folded name is always one artist, and a title
 * one track by it. An MBID joins two artists or tracks only if several members send it with both
 * names: docs/identity.md. Names take precedence: two artists with different MBIDs are never
 * joined.
 */

/** A track by the names from a source, and the listen details, which may have MBIDs. */
export interface NamedTrack extends TrackName {
  readonly details?: ListenDetails
}

interface Identified extends TrackName {
  readonly artistMbid: string | undefined
  /** The recording MBID. */
  readonly trackMbid: string | undefined
}

/**
 * MusicBrainz has placeholder artists: various artists, [unknown], [anonymous], [traditional], [no
 * artist], [data], [dialogue].
 */
const NOBODIES: ReadonlySet<string> = new Set([
  '89ad4ac3-39f7-470e-963a-56509c546377',
  '125ec42a-7229-4250-afc5-e057484327fe',
  'f731ccc4-e22a-43af-a747-64213329e088',
  '9be7f096-97ec-4615-8957-8d40b5dcbc41',
  'eec63d3c-3b81-4ad4-b1e4-7c147d4d2b61',
  '33cf029c-63b0-41a0-9855-be2a3665fb3b',
  '314e1c25-dde7-4e4d-b2f4-0a7b9f7c56dc',
])

/**
 * Credit separators. ListenBrainz omits unknown artists from the MBIDs of a credit, so that `A;
 * Guest` may have the MBID of A alone.
 */
const CREDIT = /; | • | (?:feat|ft|featuring)[. ]/i

/**
 * Returns the MBIDs that identify the artist and the track. A name like `A feat. B` has the MBIDs
 * of both artists, and none of its own.
 */
function identify({ artist, title, details }: NamedTrack): Identified {
  const [artistMbid, ...others] = details?.artistMbids ?? []
  const isArtist = artistMbid !== undefined && others.length === 0 && !NOBODIES.has(artistMbid) && !CREDIT.test(artist)
  return { artist, title, artistMbid: isArtist ? artistMbid : undefined, trackMbid: details?.recordingMbid }
}

/**
 * Stores the identities that these names and MBIDs imply; afterwards all tracks exist. Runs its own
 * transactions.
 */
export async function storeIdentities(db: Db, memberId: number, tracks: readonly NamedTrack[]): Promise<void> {
  const identified = tracks
    .map(identify)
    .filter((track) => track.artistMbid !== undefined || track.trackMbid !== undefined)
  if (identified.length === 0) return
  for (const twins of await inBatch(db, (tx) => storeArtists(tx, memberId, identified)))
    await compareTwins(db, memberId, 'artist', twins)
  for (const twins of await inBatch(db, (tx) => storeTracks(tx, memberId, identified)))
    await compareTwins(db, memberId, 'track', twins)
}

/**
 * Inserts new artists, and MBIDs that no artist has for artists without one. Returns pairs that
 * share an MBID. `offset 0` makes the planner look each name up: in a new database, which has no
 * statistics yet, it would sort the names again for each artist.
 */
async function storeArtists(tx: Tx, memberId: number, identified: readonly Identified[]): Promise<readonly TwinRows[]> {
  await lockIdentityWrites(tx)
  const names = identified.map((entry) => normalizeName(entry.artist))
  const incoming = sql`(select distinct on (name_key) * from unnest(${names}::text[], ${names.map(nameKey)}::text[],
    ${identified.map((entry) => entry.artistMbid ?? null)}::uuid[]) with ordinality as identified (name, name_key, mbid, place)
    order by name_key, mbid is null, place)`
  await sql`insert into artists (name, name_key) select name, name_key from ${incoming} as incoming order by place
    on conflict do nothing`.execute(tx)
  const named = sql`${incoming} as incoming cross join lateral (
    select * from artists where artists.name_key = incoming.name_key offset 0) as named`
  await sql`update artists set mbid = unidentified.mbid
    from (select distinct on (incoming.mbid) incoming.mbid, named.id from ${named}
      where incoming.mbid is not null and named.mbid is null and named.merged_into is null
      order by incoming.mbid, place) as unidentified
    where artists.id = unidentified.id
      and not exists (select from artists as owner where owner.mbid = unidentified.mbid)`.execute(tx)
  await storeClaims(tx, 'artist', memberId, named)
  const { rows } = await sql<TwinRows>`select named.id as named, owner.id as owner, incoming.mbid
    from ${named} join artists as owner on owner.mbid = incoming.mbid
    where named.mbid is null and named.merged_into is null`.execute(tx)
  return rows
}

/** Like `storeArtists`, for the tracks of each artist. */
async function storeTracks(tx: Tx, memberId: number, identified: readonly Identified[]): Promise<readonly TwinRows[]> {
  await lockIdentityWrites(tx)
  const titles = identified.map((entry) => normalizeName(entry.title))
  const incoming = sql`(select distinct on (artist_id, title_key) coalesce(artists.merged_into, artists.id) as artist_id,
      identified.title, identified.title_key, identified.mbid, identified.place
    from unnest(${identified.map((entry) => nameKey(entry.artist))}::text[], ${titles}::text[], ${titles.map(nameKey)}::text[],
      ${identified.map((entry) => entry.trackMbid ?? null)}::uuid[]) with ordinality as identified (name_key, title, title_key, mbid, place)
    join artists using (name_key) order by artist_id, title_key, identified.mbid is null, place)`
  await sql`insert into tracks (artist_id, title, title_key)
    select artist_id, title, title_key from ${incoming} as incoming order by place on conflict do nothing`.execute(tx)
  const named = sql`${incoming} as incoming cross join lateral (
    select * from tracks where tracks.artist_id = incoming.artist_id and tracks.title_key = incoming.title_key
    offset 0) as named`
  await sql`update tracks set mbid = unidentified.mbid
    from (select distinct on (incoming.artist_id, incoming.mbid) incoming.mbid, named.id from ${named}
      where incoming.mbid is not null and named.mbid is null and named.merged_into is null
      order by incoming.artist_id, incoming.mbid, place) as unidentified
    where tracks.id = unidentified.id and not exists (select from tracks as owner
      where owner.artist_id = tracks.artist_id and owner.mbid = unidentified.mbid)`.execute(tx)
  await storeClaims(tx, 'track', memberId, named)
  const { rows } = await sql<TwinRows>`select named.id as named, owner.id as owner, incoming.mbid
    from ${named} join tracks as owner on owner.artist_id = incoming.artist_id and owner.mbid = incoming.mbid
    where named.mbid is null and named.merged_into is null`.execute(tx)
  return rows
}

/** Stores that a member sends names with MBIDs, unless enough members do. */
async function storeClaims(
  tx: Tx,
  kind: 'artist' | 'track',
  memberId: number,
  named: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into identity_claims (kind, id, mbid, member_id)
    select ${kind}, named.id, incoming.mbid, ${memberId}::bigint from ${named}
    where incoming.mbid is not null and named.merged_into is null and ${countClaims(kind, 'named.id', sql`incoming.mbid`)} < ${CLAIMS_MAX}
    on conflict do nothing`.execute(tx)
}
