import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { isOfArtist } from '../catalogue/credits.ts'
import { isIgnored } from '../catalogue/ignored.ts'
import { lockForJoining } from '../catalogue/lock.ts'
import { moveSentNames } from '../catalogue/sent-names.ts'
import { moveIgnored } from '../ignored/store.ts'
import { moveLaterTracks } from '../later/store.ts'
import { moveLibrarySongs, moveTrackLinks } from '../links/track-links.ts'
import { moveFeedback } from '../loved/store.ts'

/*
 * Merges two artists, two tracks by one artist, or two albums, that are the same, and updates all
 * counts in one transaction, which blocks adding listens. The row of the other spelling stays, so
 * that references to it remain valid. `undo-merge.ts` separates them again: moved member rows have
 * `merged_from`, and what else changes is returned as an `UndoMerge`.
 */

export interface Pair {
  readonly from: number
  readonly into: number
}

/** What a merge has changed in the catalogue: rows as they were, by their columns. */
export interface UndoMerge {
  /** The merged row's other spellings. */
  readonly spellings: readonly number[]
  /** The MBID that the other row took. */
  readonly mbid: string | null
  /** The common name of the other row. */
  readonly name: string
  /** For tracks: the links of both. */
  readonly links?: readonly object[]
  /**
   * For artists: their tracks and albums that moved, and those with a twin, which were merged into
   * it.
   */
  readonly tracks?: readonly number[]
  readonly albums?: readonly number[]
  readonly trackTwins?: readonly UndoTwin[]
  readonly albumTwins?: readonly UndoTwin[]
  /** For artists: rows of `artist_credits`. */
  readonly credits?: readonly object[]
}

/** A track or album merge that followed from an artist merge. */
interface UndoTwin extends Pair {
  readonly undo: UndoMerge
}

/** Merges two artists because members agreed: see `mergeArtists`. */
export const joinArtists = (db: Db, from: number, into: number): Promise<void> =>
  join(db, 'artist', { from, into }, mergeArtists)

/** Merges two tracks because members agreed: see `mergeTracks`. */
export const joinTracks = (db: Db, from: number, into: number): Promise<void> =>
  join(db, 'track', { from, into }, mergeTracks)

/** Merges two rows in a transaction, and records it, so that an admin can undo it. */
async function join(
  db: Db,
  kind: 'artist' | 'track',
  { from, into }: Pair,
  merge: (tx: Tx, pair: Pair) => Promise<UndoMerge | undefined>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const undo = await merge(tx, { from, into })
    if (undo === undefined) return
    await sql`insert into music_decisions (action, kind, music_id, into_id, state, is_automatic, undo)
      values ('merge', ${kind}, ${from}, ${into}, 'applied', true, ${JSON.stringify(undo)}::jsonb)`.execute(tx)
  })
}

/**
 * Makes one artist a spelling of another, which receives its tracks, plays and listeners. Does
 * nothing if it already is one, or if either is a credit for several artists.
 */
export async function mergeArtists(tx: Tx, { from, into }: Pair): Promise<UndoMerge | undefined> {
  await lockForJoining(tx)
  if (!(await areDistinct(tx, 'artists', { from, into })) || (await isAnyCredit(tx, { from, into }))) return undefined
  const undo = await describe(tx, 'artists', { from, into })
  await sql`update track_plays set artist_id = ${into}
    where (member_id, track_id) in ${selectPlays(sql`artist_id = ${from}`)}`.execute(tx)
  for (const table of ['plays_daily', 'chart_tracks'])
    await sql`update ${sql.table(table)} set artist_id = ${into} where artist_id = ${from}`.execute(tx)
  await addUp(tx, 'chart_artists', sql`member_id, period`, { from, into })
  await moveSentNames(tx, 'artist', { from, into })
  await addUpArtistPlays(tx, { from, into })
  const trackTwins = await moveTwins(tx, 'tracks', { from, into }, (pair) => moveTrack(tx, into, pair))
  await sql`update listen_details set album_artist_id = ${into} where album_artist_id = ${from}
    and album_id in (select id from albums where artist_id = ${from})`.execute(tx)
  const albumTwins = await moveTwins(tx, 'albums', { from, into }, (pair) => moveAlbum(tx, pair))
  const albums = await moveOthers(tx, 'albums', { from, into })
  await sql`update tracks set mbid = null where artist_id = ${from} and exists (
    select from tracks as twin where twin.artist_id = ${into} and twin.mbid = tracks.mbid)`.execute(tx)
  const tracks = await moveOthers(tx, 'tracks', { from, into })
  const credits = await moveCredits(tx, { from, into })
  await recount(tx, into)
  await moveIgnored(tx, { from, into })
  await merge(tx, 'artists', { from, into })
  return { ...undo, tracks, albums, trackTwins, albumTwins, credits }
}

/** Makes one track a spelling of another by the same artist. Does nothing if it already is one. */
export async function mergeTracks(tx: Tx, { from, into }: Pair): Promise<UndoMerge | undefined> {
  await lockForJoining(tx)
  const artistId = await findCommonArtist(tx, { from, into })
  if (artistId === undefined) return undefined
  const undo = await moveTrack(tx, artistId, { from, into })
  for (const id of await listCounted(tx, artistId)) await recount(tx, id)
  return undo
}

/**
 * Makes one album a spelling of another by any artist: compilations are often sent under several.
 */
export async function mergeAlbums(tx: Tx, pair: Pair): Promise<UndoMerge | undefined> {
  await lockForJoining(tx)
  return (await areDistinct(tx, 'albums', pair)) ? moveAlbum(tx, pair) : undefined
}

/** Returns the artists that plays of an artist count for: itself, or those in a credit. */
export async function listCounted(tx: Tx, artistId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select artist_id as id from artist_credits
    where credit_id = ${artistId} order by artist_id`.execute(tx)
  return rows.length === 0 ? [artistId] : rows.map(({ id }) => id)
}

async function findCommonArtist(tx: Tx, pair: Pair): Promise<number | undefined> {
  if (!(await areDistinct(tx, 'tracks', pair))) return undefined
  const { rows } = await sql<{ id: number }>`select distinct artist_id as id from tracks
    where id in (${pair.from}, ${pair.into})`.execute(tx)
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** Returns what the merge of a row changes in the rows themselves. Call it before the merge. */
async function describe(tx: Tx, table: 'artists' | 'tracks' | 'albums', { from, into }: Pair): Promise<UndoMerge> {
  const mbid = sql.ref(table === 'albums' ? 'release_mbid' : 'mbid')
  const { rows } = await sql<UndoMerge>`select
      array(select id from ${sql.table(table)} where merged_into = ${from} order by id) as spellings,
      case when main.${mbid} is null then own.${mbid} end as mbid,
      main.${sql.ref(table === 'artists' ? 'name' : 'title')} as name
    from ${sql.table(table)} as own, ${sql.table(table)} as main where own.id = ${from} and main.id = ${into}`.execute(
    tx,
  )
  return rows[0] ?? { spellings: [], mbid: null, name: '' }
}

/** Merges an artist's tracks or albums that have a twin by another artist. */
async function moveTwins(
  tx: Tx,
  table: 'tracks' | 'albums',
  { from, into }: Pair,
  move: (pair: Pair) => Promise<UndoMerge>,
): Promise<readonly UndoTwin[]> {
  const { rows: pairs } = await sql<Pair>`
    select distinct on (own.id) own.id as from, coalesce(twin.merged_into, twin.id) as into
    from ${sql.table(table)} as own join ${sql.table(table)} as twin
      on twin.artist_id = ${into} and twin.title_key = own.title_key
    where own.artist_id = ${from} and own.merged_into is null order by own.id`.execute(tx)
  const twins: UndoTwin[] = []
  for (const pair of pairs) if (pair.from !== pair.into) twins.push({ ...pair, undo: await move(pair) })
  return twins
}

/** Moves an artist's tracks or albums that have no twin, and their other spellings. */
async function moveOthers(tx: Tx, table: 'tracks' | 'albums', { from, into }: Pair): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`update ${sql.table(table)} as own set artist_id = ${into}
    where artist_id = ${from} and not exists (select from ${sql.table(table)} as twin
      where twin.artist_id = ${into} and twin.title_key = own.title_key) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function isAnyCredit(tx: Tx, { from, into }: Pair): Promise<boolean> {
  const { rows } = await sql`select from artist_credits where credit_id in (${from}, ${into}) limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Names an artist in another spelling's credits; in those that name both, once. Returns the rows as
 * they were.
 */
async function moveCredits(tx: Tx, { from, into }: Pair): Promise<readonly object[]> {
  const { rows } = await sql<object>`select credit_id, position, artist_id, joiner from artist_credits
    where artist_id = ${from} order by credit_id`.execute(tx)
  await sql`delete from artist_credits where artist_id = ${from}
    and credit_id in (select credit_id from artist_credits where artist_id = ${into})`.execute(tx)
  await sql`update artist_credits set artist_id = ${into} where artist_id = ${from}`.execute(tx)
  await sql`delete from possible_credits where artist_id = ${from}`.execute(tx)
  return rows
}

/**
 * Returns whether neither row is a spelling yet: another process may have joined them meanwhile.
 */
async function areDistinct(tx: Tx, table: 'artists' | 'tracks' | 'albums', { from, into }: Pair): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where id in (${from}, ${into}) and merged_into is null`.execute(tx)
  return rows[0]?.count === 2
}

/** Moves the listens and plays of a track to another track by the same artist. */
async function moveTrack(tx: Tx, artistId: number, pair: Pair): Promise<UndoMerge> {
  const { from, into } = pair
  const undo = { ...(await describe(tx, 'tracks', pair)), links: await listLinks(tx, pair) }
  await moveSentNames(tx, 'track', pair)
  await dropDoubles(tx, artistId, pair)
  await sql`update listens set track_id = ${into}, merged_from = coalesce(merged_from, ${from}) from plays_daily as played
    where ${isPlayed(artistId, from)} and played.member_id = ${listenersOf(from)}`.execute(tx)
  await movePlays(tx, artistId, pair)
  await addUp(tx, 'chart_tracks', sql`member_id, period, artist_id`, pair, sql`artist_id = ${artistId}`)
  await moveFeedback(tx, pair)
  await moveTrackLinks(tx, pair)
  await moveLibrarySongs(tx, pair)
  await moveLaterTracks(tx, pair)
  await merge(tx, 'tracks', pair)
  return undo
}

/** Returns the rows of `track_links` for both tracks. */
async function listLinks(tx: Tx, { from, into }: Pair): Promise<readonly object[]> {
  const { rows } = await sql<{ link: object }>`select to_jsonb(track_links) as link from track_links
    where track_id in (${from}, ${into}) order by track_id, service, place`.execute(tx)
  return rows.map(({ link }) => link)
}

/** Adds the plays of a track, which its days have, to those of the main one. */
async function movePlays(tx: Tx, artistId: number, { from, into }: Pair): Promise<void> {
  await sql`with deleted as (
      delete from plays_daily where artist_id = ${artistId} and track_id = ${from} and member_id = ${listenersOf(from)}
      returning member_id, day, plays),
    days as (
      insert into plays_daily (member_id, track_id, day, artist_id, plays)
      select member_id, ${into}::bigint, day, ${artistId}::bigint, plays from deleted order by member_id, day
      on conflict (member_id, day, track_id) do update set plays = plays_daily.plays + excluded.plays)
    insert into track_plays (member_id, track_id, artist_id, plays, latest)
    select member_id, ${into}::bigint, ${artistId}::bigint, sum(plays), max(day) from deleted
    group by member_id order by member_id
    on conflict (member_id, track_id) do update set plays = track_plays.plays + excluded.plays,
      latest = greatest(track_plays.latest, excluded.latest)`.execute(tx)
  await sql`delete from track_plays where track_id = ${from}`.execute(tx)
}

/**
 * Removes duplicate listens: different sources may have reported the same listens under both
 * spellings. As in `insertListens`, one of each is retained.
 */
async function dropDoubles(tx: Tx, artistId: number, { from, into }: Pair): Promise<void> {
  await sql`with deleted as (
      delete from listens using plays_daily as played where ${isPlayed(artistId, from)} and played.member_id = ${listenersOf(from)} and exists (
        select from listens as twin where twin.member_id = listens.member_id and twin.track_id = ${into}
          and twin.listened_at between listens.listened_at - interval '60 s' and listens.listened_at + interval '60 s'
          and (twin.listened_at = listens.listened_at or twin.source <> listens.source))
      returning listens.member_id, played.day, source, details_id),
    less as (select member_id, day, count(*)::integer as plays from deleted group by 1, 2),
    checks as (
      insert into fairness_checks (member_id, first_day, last_day)
      select member_id, min(day), max(day) from less group by member_id),
    ${takeFromAlbums()},
    emptied as (
      delete from plays_daily using less where plays_daily.artist_id = ${artistId} and plays_daily.track_id = ${from}
        and plays_daily.member_id = less.member_id and plays_daily.day = less.day and plays_daily.plays <= less.plays),
    lessened as (
      update plays_daily set plays = plays_daily.plays - less.plays from less
      where plays_daily.artist_id = ${artistId} and plays_daily.track_id = ${from}
        and plays_daily.member_id = less.member_id and plays_daily.day = less.day and plays_daily.plays > less.plays)
    update listen_sources set listens = listen_sources.listens - fewer.listens
    from (select member_id, source, count(*) as listens from deleted group by 1, 2) as fewer
    where listen_sources.member_id = fewer.member_id and listen_sources.source = fewer.source`.execute(tx)
}

/**
 * Returns common table expressions that subtract the listens in `deleted` from album plays. A row
 * that reaches zero is deleted.
 */
const takeFromAlbums = (): RawBuilder<unknown> => sql`
    less_on_albums as materialized (
      select deleted.member_id, album_id, day, count(*)::integer as plays
      from deleted join listen_details on listen_details.id = details_id and album_id is not null group by 1, 2, 3),
    emptied_days as (
      delete from album_plays_daily as played using less_on_albums as less where played.member_id = less.member_id
        and played.day = less.day and played.album_id = less.album_id and played.plays <= less.plays),
    lessened_days as (
      update album_plays_daily as played set plays = played.plays - less.plays from less_on_albums as less
      where played.member_id = less.member_id and played.day = less.day and played.album_id = less.album_id
        and played.plays > less.plays),
    less_of_all_days as (select member_id, album_id, sum(plays)::integer as plays from less_on_albums group by 1, 2),
    emptied_albums as (
      delete from album_plays as played using less_of_all_days as less where played.member_id = less.member_id
        and played.album_id = less.album_id and played.plays <= less.plays),
    lessened_albums as (
      update album_plays as played set plays = played.plays - less.plays from less_of_all_days as less
      where played.member_id = less.member_id and played.album_id = less.album_id and played.plays > less.plays)`

/** Makes one album a spelling of another, which receives its listens and plays. */
async function moveAlbum(tx: Tx, { from, into }: Pair): Promise<UndoMerge> {
  const undo = await describe(tx, 'albums', { from, into })
  await sql`update listen_details set album_id = ${into}, merged_from = coalesce(merged_from, ${from})
    where album_id = ${from}`.execute(tx)
  await sql`with deleted as (delete from album_plays_daily where (member_id, album_id) in (
      select member_id, album_id from album_plays where album_id = ${from}) returning member_id, day, plays)
    insert into album_plays_daily (member_id, album_id, day, plays)
    select member_id, ${into}::bigint, day, plays from deleted order by member_id, day
    on conflict (member_id, album_id, day) do update set plays = album_plays_daily.plays + excluded.plays`.execute(tx)
  await sql`with deleted as (delete from album_plays where album_id = ${from} returning member_id, plays, latest)
    insert into album_plays (member_id, album_id, plays, latest)
    select member_id, ${into}::bigint, plays, latest from deleted order by member_id
    on conflict (member_id, album_id) do update set plays = album_plays.plays + excluded.plays,
      latest = greatest(album_plays.latest, excluded.latest)`.execute(tx)
  await sql`update albums set release_mbid = coalesce(release_mbid, (select release_mbid from albums where id = ${from}))
    where id = ${into}`.execute(tx)
  await sql`update albums set merged_into = ${into} where id = ${from} or merged_into = ${from}`.execute(tx)
  return undo
}

/*
 * Plays are looked up by the index on artist and day, those of a track by its listeners and their days
 * of the artist; the other counts are then found by their keys. Otherwise every listen of every
 * listener of the artist would be read while adding listens is blocked.
 */

const listenersOf = (trackId: number): RawBuilder<unknown> =>
  sql`any(array(select member_id from track_plays where track_id = ${trackId}))`

/** Returns the members and the tracks of an artist that they have played. */
export const selectPlays = (isPlayed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select distinct member_id, track_id from plays_daily where ${isPlayed})`

/**
 * Returns the condition for `listens` to a track, by the days of its plays, which are joined as
 * `played`.
 */
export const isPlayed = (artistId: number, trackId: number): RawBuilder<unknown> =>
  sql`played.artist_id = ${artistId} and played.track_id = ${trackId}
    and listens.member_id = played.member_id and listens.track_id = ${trackId}
    and listens.listened_at >= played.day::timestamp at time zone 'UTC'
    and listens.listened_at < (played.day + 1)::timestamp at time zone 'UTC'`

/** Adds chart rows that a service fills for one artist or track to those for the other. */
async function addUp(
  tx: Tx,
  table: 'chart_artists' | 'chart_tracks',
  keys: RawBuilder<unknown>,
  { from, into }: Pair,
  where: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const column = sql.ref(table === 'chart_artists' ? 'artist_id' : 'track_id')
  await sql`with deleted as (delete from ${sql.table(table)} where ${where} and ${column} in (${from}, ${into}) returning *)
    insert into ${sql.table(table)} (${keys}, ${column}, plays, place)
    select ${keys}, ${into}::bigint, least(sum(plays), 2147483647), min(place) from deleted group by ${keys}`.execute(
    tx,
  )
}

async function addUpArtistPlays(tx: Tx, { from, into }: Pair): Promise<void> {
  await sql`with deleted as (delete from artist_plays where artist_id = ${from} returning member_id, plays, tracks_heard)
    insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select member_id, ${into}::bigint, plays, tracks_heard from deleted order by member_id
    on conflict (member_id, artist_id) do update set plays = artist_plays.plays + excluded.plays,
      tracks_heard = artist_plays.tracks_heard + excluded.tracks_heard`.execute(tx)
}

/**
 * Recounts an artist's plays and heard tracks from its tracks; for members with charts from a
 * service, only the heard tracks.
 */
export async function recount(tx: Tx, artistId: number): Promise<void> {
  await sql`with counted as (
      select member_id, sum(plays)::integer as plays, count(*)::integer as tracks from track_plays
      where (member_id, track_id) in ${selectPlays(isOfArtist('plays_daily.artist_id', artistId))}
        and not ${isIgnored('track_plays.member_id', sql`track_plays.artist_id`)} group by member_id),
    served as (
      select member_id, count(distinct track_id)::integer as tracks from chart_tracks
      where ${isOfArtist('chart_tracks.artist_id', artistId)} group by member_id)
    update artist_plays set
      plays = case when is_served then artist_plays.plays else counted.plays end,
      tracks_heard = case when is_served then coalesce(served.tracks, 0) else counted.tracks end
    from (select member_id, exists (select from member_sources where member_sources.member_id = own.member_id) as is_served
      from artist_plays as own where artist_id = ${artistId}) as own
    left join counted using (member_id) left join served using (member_id)
    where artist_plays.artist_id = ${artistId} and artist_plays.member_id = own.member_id
      and (is_served or counted.plays is not null)
      and (artist_plays.plays, artist_plays.tracks_heard) is distinct from (
        case when is_served then artist_plays.plays else counted.plays end,
        case when is_served then coalesce(served.tracks, 0) else counted.tracks end)`.execute(tx)
}

/**
 * Makes one row, and its own spellings, point to the other. The other row takes its MBID if it has
 * none and no third row has that MBID.
 */
async function merge(tx: Tx, table: 'artists' | 'tracks', { from, into }: Pair): Promise<void> {
  const { rows } = await sql<{ mbid: string | null }>`select mbid from ${sql.table(table)} where id = ${from}`.execute(
    tx,
  )
  await sql`update ${sql.table(table)} set merged_into = ${into}, mbid = null
    where id = ${from} or merged_into = ${from}`.execute(tx)
  const mbid = rows[0]?.mbid ?? null
  if (mbid === null) return
  // Another track by the same artist may have that MBID: names take precedence.
  const isOfSame = table === 'tracks' ? sql`owner.artist_id = tracks.artist_id and` : sql``
  await sql`update ${sql.table(table)} set mbid = ${mbid}::uuid where id = ${into} and mbid is null
    and not exists (select from ${sql.table(table)} as owner where ${isOfSame} owner.mbid = ${mbid}::uuid)`.execute(tx)
}
