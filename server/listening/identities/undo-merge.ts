import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { isIgnored } from '../catalogue/ignored.ts'
import { lockForJoining } from '../catalogue/lock.ts'
import { returnIgnored } from '../ignored/store.ts'
import { isPlayed, listCounted, type Pair, recount, selectPlays, type UndoMerge } from './join.ts'

/*
 * Separates a row that was merged into another one. Its listens, loves and saved tracks return by
 * `merged_from`, all counts are recounted, and the catalogue is restored from the `UndoMerge`. What
 * arrived under either name since the merge stays with the other row, as do doubles that were one
 * play. Services refill their charts.
 */

type Kind = 'artist' | 'track' | 'album'
const TABLES = { artist: 'artists', track: 'tracks', album: 'albums' } as const

/** Undoes a merge. Returns whether the row was still merged into the other one. */
export async function undoMerge(tx: Tx, kind: Kind, pair: Pair, undo: UndoMerge): Promise<boolean> {
  await lockForJoining(tx)
  if (!(await isMerged(tx, kind, pair))) return false
  if (kind === 'artist') await separateArtists(tx, pair, undo)
  else if (kind === 'album') await separateAlbums(tx, pair, undo)
  else {
    const artists = await findArtists(tx, pair)
    await separateTracks(tx, pair, { ...artists, undo })
    for (const artistId of new Set([artists.fromArtist, artists.intoArtist]))
      for (const id of await listCounted(tx, artistId)) await rebuildArtistPlays(tx, id)
  }
  return true
}

/** Returns whether one row is a spelling of another, which is none itself. */
export async function isMerged(tx: Tx, kind: Kind, { from, into }: Pair): Promise<boolean> {
  const table = sql.table(TABLES[kind])
  const { rows } = await sql`select from ${table} as own join ${table} as main on main.id = own.merged_into
    where own.id = ${from} and main.id = ${into} and main.merged_into is null`.execute(tx)
  return rows.length === 1
}

async function separateArtists(tx: Tx, pair: Pair, undo: UndoMerge): Promise<void> {
  const { from, into } = pair
  await restoreRow(tx, 'artist', pair, undo)
  // Tracks and albums that were merged since stay where they are.
  for (const [table, ids] of [['tracks', undo.tracks ?? []] as const, ['albums', undo.albums ?? []] as const])
    await sql`update ${sql.table(table)} as own set artist_id = ${from} where id = any(${ids}::bigint[]) and artist_id = ${into}
      and coalesce(merged_into, id) = any(${ids}::bigint[])`.execute(tx)
  const isMoved = sql`track_id = any(array(select id from tracks where artist_id = ${from} and merged_into is null))`
  await sql`update track_plays set artist_id = ${from}
    where (member_id, track_id) in ${selectPlays(sql`artist_id = ${into} and ${isMoved}`)}`.execute(tx)
  for (const table of ['plays_daily', 'chart_tracks'])
    await sql`update ${sql.table(table)} set artist_id = ${from} where artist_id = ${into} and ${isMoved}`.execute(tx)
  for (const { undo: ofTrack, ...twin } of undo.trackTwins ?? [])
    if (await isMerged(tx, 'track', twin))
      await separateTracks(tx, twin, { ...(await findArtists(tx, twin)), undo: ofTrack })
  for (const { undo: ofAlbum, ...twin } of undo.albumTwins ?? [])
    if (await isMerged(tx, 'album', twin)) await separateAlbums(tx, twin, ofAlbum)
  await sql`update listen_details set album_artist_id = ${from} where album_artist_id = ${into}
    and album_id = any(array(select id from albums where artist_id = ${from}))`.execute(tx)
  await restoreCredits(tx, pair, undo.credits ?? [])
  await returnIgnored(tx, pair)
  for (const artistId of [from, into])
    for (const id of await listCounted(tx, artistId)) await rebuildArtistPlays(tx, id)
  for (const { credit_id } of (undo.credits ?? []) as { credit_id: number }[])
    for (const id of await listCounted(tx, credit_id)) await rebuildArtistPlays(tx, id)
  await deleteSentNames(tx, 0, pair)
}

/** Names an artist again in the credits that still exist. */
async function restoreCredits(tx: Tx, { from }: Pair, credits: readonly object[]): Promise<void> {
  await sql`insert into artist_credits (credit_id, position, artist_id, joiner)
    select credit_id, position, ${from}::bigint, joiner
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as former (credit_id bigint, position smallint, joiner text)
    where credit_id in (select known.credit_id from artist_credits as known)
    on conflict (credit_id, position) do update set artist_id = excluded.artist_id`.execute(tx)
  await sql`insert into possible_credits (artist_id) select artist_id from (values (${from}::bigint)) as own (artist_id)
    join artists on id = artist_id where mbid is null and not exists (
      select from artist_credits as credit where credit.artist_id = own.artist_id)
    on conflict do nothing`.execute(tx)
}

/** Makes a row a main one again, with the MBID that the other took, and its spellings. */
async function restoreRow(
  tx: Tx,
  kind: Kind,
  { from, into }: Pair,
  { spellings, mbid, name }: UndoMerge,
): Promise<void> {
  const table = sql.table(TABLES[kind])
  const column = sql.ref(kind === 'album' ? 'release_mbid' : 'mbid')
  await sql`update ${table} set merged_into = case when id = ${from} then null else ${from}::bigint end
    where id = any(${[from, ...spellings]}::bigint[]) and merged_into = ${into}`.execute(tx)
  if (mbid !== null) {
    await sql`update ${table} set ${column} = null where id = ${into} and ${column} = ${mbid}::uuid`.execute(tx)
    await sql`update ${table} set ${column} = ${mbid}::uuid where id = ${from} and not exists (
      select from ${table} as owner where owner.${column} = ${mbid}::uuid)`.execute(tx)
  }
  await sql`update ${table} set ${sql.ref(kind === 'artist' ? 'name' : 'title')} = ${name} where id = ${into}
    and not exists (select from music_decisions where kind = ${kind} and action = 'rename' and music_id = ${into})`.execute(
    tx,
  )
}

async function findArtists(tx: Tx, { from, into }: Pair): Promise<{ fromArtist: number; intoArtist: number }> {
  const { rows } = await sql<{ fromArtist: number; intoArtist: number }>`
    select own.artist_id as "fromArtist", main.artist_id as "intoArtist"
    from tracks as own, tracks as main where own.id = ${from} and main.id = ${into}`.execute(tx)
  return rows[0] ?? { fromArtist: 0, intoArtist: 0 }
}

interface TrackUndo {
  readonly fromArtist: number
  readonly intoArtist: number
  readonly undo: UndoMerge
}

/** Gives a track its listens back. The caller recounts the artist plays. */
async function separateTracks(tx: Tx, pair: Pair, { fromArtist, intoArtist, undo }: TrackUndo): Promise<void> {
  const { from, into } = pair
  await restoreRow(tx, 'track', pair, undo)
  const isFormer = sql`merged_from = any(${[from, ...undo.spellings]}::bigint[])`
  await sql`with restored as (
      update listens set track_id = ${from}, merged_from = nullif(merged_from, ${from}) from plays_daily as played
      where ${isPlayed(intoArtist, into)} and listens.${isFormer} returning listens.member_id, played.day),
    counted as (select member_id, day, count(*)::integer as plays from restored group by 1, 2),
    emptied as (
      delete from plays_daily as played using counted where played.artist_id = ${intoArtist} and played.track_id = ${into}
        and played.member_id = counted.member_id and played.day = counted.day and played.plays <= counted.plays),
    lessened as (
      update plays_daily as played set plays = played.plays - counted.plays from counted
      where played.artist_id = ${intoArtist} and played.track_id = ${into}
        and played.member_id = counted.member_id and played.day = counted.day and played.plays > counted.plays)
    insert into plays_daily (member_id, track_id, day, artist_id, plays)
    select member_id, ${from}::bigint, day, ${fromArtist}::bigint, plays from counted order by member_id, day`.execute(
    tx,
  )
  await sql`delete from track_plays where track_id in (${from}, ${into}) and member_id in (
    select member_id from plays_daily where artist_id = ${fromArtist} and track_id = ${from})`.execute(tx)
  await sql`insert into track_plays (member_id, track_id, artist_id, plays, latest)
    select member_id, track_id, artist_id, sum(plays), max(day) from plays_daily
    where artist_id in (${fromArtist}, ${intoArtist}) and track_id in (${from}, ${into})
      and member_id in (select member_id from plays_daily where artist_id = ${fromArtist} and track_id = ${from})
    group by member_id, track_id, artist_id`.execute(tx)
  for (const table of ['track_feedback', 'later_tracks'])
    await sql`update ${sql.table(table)} as own set track_id = ${from}, merged_from = nullif(merged_from, ${from})
      where track_id = ${into} and ${isFormer}
        and not exists (select from ${sql.table(table)} as other where other.member_id = own.member_id and other.track_id = ${from})`.execute(
      tx,
    )
  await restoreLinks(tx, pair, undo.links ?? [])
  await deleteSentNames(tx, 1, pair)
}

/** Restores the links of both tracks; those that were found since stay with the main one. */
async function restoreLinks(tx: Tx, { from, into }: Pair, links: readonly object[]): Promise<void> {
  const former = sql`jsonb_populate_recordset(null::track_links, ${JSON.stringify(links)}::jsonb)`
  await sql`delete from track_links as link using ${former} as former
    where link.track_id in (${from}, ${into}) and link.service = former.service and link.external_id = former.external_id`.execute(
    tx,
  )
  await sql`insert into track_links select * from ${former} as former on conflict do nothing`.execute(tx)
}

/** Gives an album its listens back. */
async function separateAlbums(tx: Tx, pair: Pair, undo: UndoMerge): Promise<void> {
  const { from, into } = pair
  await restoreRow(tx, 'album', pair, undo)
  await sql`with restored as (
      update listen_details set album_id = ${from}, merged_from = nullif(merged_from, ${from})
      where album_id = ${into} and merged_from = any(${[from, ...undo.spellings]}::bigint[]) returning id, member_id),
    counted as materialized (
      select played.member_id, played.day, count(*)::integer as plays
      from (select member_id, day from album_plays_daily where (member_id, album_id) in (
        select member_id, album_id from album_plays where album_id = ${into}) and member_id in (select member_id from restored)) as played
      join listens on listens.member_id = played.member_id
        and listened_at >= day::timestamp at time zone 'UTC' and listened_at < (day + 1)::timestamp at time zone 'UTC'
      join restored on restored.id = details_id group by 1, 2),
    emptied as (
      delete from album_plays_daily as played using counted where played.album_id = ${into}
        and played.member_id = counted.member_id and played.day = counted.day and played.plays <= counted.plays),
    lessened as (
      update album_plays_daily as played set plays = played.plays - counted.plays from counted where played.album_id = ${into}
        and played.member_id = counted.member_id and played.day = counted.day and played.plays > counted.plays)
    insert into album_plays_daily (member_id, album_id, day, plays)
    select member_id, ${from}::bigint, day, plays from counted order by member_id, day`.execute(tx)
  await sql`with listeners as materialized (
      select distinct member_id from album_plays where album_id = ${into}),
    counted as materialized (
      select member_id, album_id, sum(plays)::integer as plays, max(day) as latest from album_plays_daily
      where member_id in (select member_id from listeners) and album_id in (${from}, ${into}) group by 1, 2),
    deleted as (
      delete from album_plays as played where album_id = ${into} and not exists (
        select from counted where counted.member_id = played.member_id and counted.album_id = ${into}))
    insert into album_plays (member_id, album_id, plays, latest)
    select member_id, album_id, plays, latest from counted order by member_id, album_id
    on conflict (member_id, album_id) do update set plays = excluded.plays, latest = excluded.latest`.execute(tx)
}

/**
 * Counts the plays and heard tracks of an artist anew from its tracks. A credit that is split has
 * none.
 */
export async function rebuildArtistPlays(tx: Tx, artistId: number): Promise<void> {
  const isServed = sql`member_id in (select member_id from member_sources)`
  await sql`with counted as materialized (
      select member_id, sum(plays)::integer as plays, count(*)::integer as tracks from track_plays
      where (member_id, track_id) in ${selectPlays(sql`artist_id = any(array(select ${artistId}::bigint
          union all select credit_id from artist_credits where artist_credits.artist_id = ${artistId}))`)}
        and not exists (select from artist_credits where credit_id = ${artistId}) and not ${isServed}
        and not ${isIgnored('track_plays.member_id', sql`track_plays.artist_id`)} group by member_id),
    deleted as (
      delete from artist_plays where artist_id = ${artistId} and not ${isServed}
        and member_id not in (select member_id from counted))
    insert into artist_plays (member_id, artist_id, plays, tracks_heard)
    select member_id, ${artistId}::bigint, plays, tracks from counted order by member_id
    on conflict do nothing`.execute(tx)
  await recount(tx, artistId)
}

/** Deletes the names sent by members that listened only to the merged row. */
async function deleteSentNames(tx: Tx, kind: 0 | 1, { from, into }: Pair): Promise<void> {
  const plays = kind === 0 ? sql`artist_plays where artist_id = ${into}` : sql`track_plays where track_id = ${into}`
  await sql`delete from sent_names where kind = ${kind} and music_id = ${into} and name = ${
    kind === 0 ? sql`(select name from artists where id = ${from})` : sql`(select title from tracks where id = ${from})`
  } and member_id not in (select member_id from ${plays})`.execute(tx)
}
