import { sql } from 'kysely'
import { normalizeName } from '#contract/listening/track-names.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import type { TrackName } from '../catalogue/catalogue.ts'
import { lockIdentities } from '../catalogue/lock.ts'
import { nameKey } from '../catalogue/name-key.ts'
import type { ListenDetails } from '../listens/listen-details.ts'
import { joinArtists, joinTracks } from './join.ts'

/*
 * Resolves names and MBIDs to artists and tracks. A folded name is always one artist, and a title
 * one track of it. An MBID joins spellings: a new name becomes a spelling of the artist that has
 * the MBID, and of two known artists one becomes the other's spelling. Names take precedence: two
 * artists with different MBIDs are never joined. docs/decisions/0015-names-and-mbids.md.
 */

/** A track by the names of a source, and the details of its listen, which may have MBIDs. */
export interface NamedTrack extends TrackName {
  readonly details?: ListenDetails
}

interface Identified extends TrackName {
  readonly artistMbid: string | undefined
  /** MBID of the recording. */
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
 * Returns the MBIDs that identify the artist and the track. A name like `A feat. B` has the MBIDs
 * of both artists, and none of its own.
 */
function identify({ artist, title, details }: NamedTrack): Identified {
  const [artistMbid, ...others] = details?.artistMbids ?? []
  const isArtist = artistMbid !== undefined && others.length === 0 && !NOBODIES.has(artistMbid)
  return { artist, title, artistMbid: isArtist ? artistMbid : undefined, trackMbid: details?.recordingMbid }
}

/** Two rows that share an MBID. */
interface Twins {
  readonly named: number
  readonly owner: number
  readonly mbid: string
}

/**
 * Id of an advisory lock, unique in the project: concurrent transactions could give one MBID to two
 * names.
 */
const IDENTITY_WRITES_LOCK = 7039
/**
 * The number of members whose files must agree that two are the same, if this many members listen
 * to both: a single file is easily forged.
 */
const CLAIMS = 3

/**
 * Stores the identities that these names and MBIDs imply; afterwards all tracks exist. Runs
 * transactions of its own.
 */
export async function storeIdentities(db: Db, memberId: number, tracks: readonly NamedTrack[]): Promise<void> {
  const identified = tracks
    .map(identify)
    .filter((track) => track.artistMbid !== undefined || track.trackMbid !== undefined)
  if (identified.length === 0) return
  for (const twins of await inTransaction(db, (tx) => storeArtists(tx, identified)))
    await join(db, memberId, 'artist', twins)
  for (const twins of await inTransaction(db, (tx) => storeTracks(tx, identified)))
    await join(db, memberId, 'track', twins)
}

/** Inserts new artists, and MBIDs for artists without one. Returns pairs that share an MBID. */
async function storeArtists(tx: Tx, identified: readonly Identified[]): Promise<readonly Twins[]> {
  await lockIdentityWrites(tx)
  const names = identified.map((entry) => normalizeName(entry.artist))
  const incoming = sql`(select distinct on (name_key) * from unnest(${names}::text[], ${names.map(nameKey)}::text[],
    ${identified.map((entry) => entry.artistMbid ?? null)}::uuid[]) with ordinality as identified (name, name_key, mbid, place)
    order by name_key, mbid is null, place)`
  // The first pass inserts one name per new MBID; the second inserts other spellings, which then
  // find the artist of the MBID.
  for (const _ of ['first names', 'spellings'])
    await sql`insert into artists (name, name_key, mbid, merged_into)
      select incoming.name, incoming.name_key, case when owner.id is null then incoming.mbid end, owner.id
      from ${incoming} as incoming left join artists as owner on owner.mbid = incoming.mbid order by place
      on conflict do nothing`.execute(tx)
  await sql`update artists set mbid = incoming.mbid
    from (select distinct on (mbid) mbid, name_key from ${incoming} as identified where mbid is not null
      and name_key in (select name_key from artists where mbid is null and merged_into is null) order by mbid, place) as incoming
    where artists.name_key = incoming.name_key and artists.mbid is null and artists.merged_into is null
      and not exists (select from artists as owner where owner.mbid = incoming.mbid)`.execute(tx)
  const { rows } = await sql<Twins>`select named.id as named, owner.id as owner, incoming.mbid
    from ${incoming} as incoming join artists as named using (name_key) join artists as owner on owner.mbid = incoming.mbid
    where named.mbid is null and named.merged_into is null`.execute(tx)
  return rows
}

/** Like `storeArtists`, for the tracks of each artist. */
async function storeTracks(tx: Tx, identified: readonly Identified[]): Promise<readonly Twins[]> {
  await lockIdentityWrites(tx)
  const titles = identified.map((entry) => normalizeName(entry.title))
  const incoming = sql`(select distinct on (artist_id, title_key) coalesce(artists.merged_into, artists.id) as artist_id,
      identified.title, identified.title_key, identified.mbid, identified.place
    from unnest(${identified.map((entry) => nameKey(entry.artist))}::text[], ${titles}::text[], ${titles.map(nameKey)}::text[],
      ${identified.map((entry) => entry.trackMbid ?? null)}::uuid[]) with ordinality as identified (name_key, title, title_key, mbid, place)
    join artists using (name_key) order by artist_id, title_key, identified.mbid is null, place)`
  for (const _ of ['first titles', 'spellings'])
    await sql`insert into tracks (artist_id, title, title_key, mbid, merged_into)
      select incoming.artist_id, incoming.title, incoming.title_key, case when owner.id is null then incoming.mbid end, owner.id
      from ${incoming} as incoming left join tracks as owner on owner.artist_id = incoming.artist_id and owner.mbid = incoming.mbid
      order by place on conflict do nothing`.execute(tx)
  await sql`update tracks set mbid = incoming.mbid
    from (select distinct on (identified.artist_id, identified.mbid) identified.artist_id, identified.mbid, identified.title_key from ${incoming} as identified
      join tracks as known using (artist_id, title_key)
      where identified.mbid is not null and known.mbid is null and known.merged_into is null
      order by identified.artist_id, identified.mbid, place) as incoming
    where tracks.artist_id = incoming.artist_id and tracks.title_key = incoming.title_key
      and not exists (select from tracks as owner where owner.artist_id = incoming.artist_id and owner.mbid = incoming.mbid)`.execute(
    tx,
  )
  const { rows } = await sql<Twins>`select named.id as named, owner.id as owner, incoming.mbid
    from ${incoming} as incoming join tracks as named using (artist_id, title_key)
    join tracks as owner on owner.artist_id = incoming.artist_id and owner.mbid = incoming.mbid
    where named.mbid is null and named.merged_into is null`.execute(tx)
  return rows
}

async function lockIdentityWrites(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(IDENTITY_WRITES_LOCK)})`.execute(tx)
  await lockIdentities(tx)
}

/** Joins two existing rows once enough members' files agree. */
async function join(db: Db, memberId: number, kind: 'artist' | 'track', { named, owner, mbid }: Twins): Promise<void> {
  // Listeners of an artist include members with charts from a service.
  const listeners = (id: number) =>
    kind === 'artist'
      ? sql`select member_id from plays_daily where artist_id = ${id}
          union select member_id from artist_plays where artist_id = ${id}`
      : sql`select distinct member_id from plays_daily
          where artist_id = (select artist_id from tracks where id = ${owner}) and track_id = ${id}`
  const { rows } = await sql<{ is_enough: boolean; named_listeners: number; owner_listeners: number }>`
    with claimed as (insert into identity_claims (kind, id, mbid, member_id)
      values (${kind}, ${named}, ${mbid}, ${memberId}) on conflict do nothing),
    counts as (select (select count(*) from (${listeners(named)}) as it) as named_listeners,
      (select count(*) from (${listeners(owner)}) as it) as owner_listeners)
    select *, 1 + (select count(*) from identity_claims where kind = ${kind} and id = ${named} and mbid = ${mbid}
        and member_id <> ${memberId}) >= least(${CLAIMS}::bigint, named_listeners, owner_listeners) as is_enough
    from counts`.execute(db)
  const [found] = rows
  if (found?.is_enough !== true) return
  const [from, into] = found.named_listeners > found.owner_listeners ? [owner, named] : [named, owner]
  await (kind === 'artist' ? joinArtists : joinTracks)(db, from, into)
}
