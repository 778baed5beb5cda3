import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { isOnBoards } from '#server/db/visible-to.ts'
import { isOfArtist } from '../catalogue/credits.ts'
import { isIgnored, selectIgnoredPairs } from '../catalogue/ignored.ts'
import { isOfDay } from '../days.ts'
import { countsStoredListens } from '../listens/served-by.ts'

/*
 * Plays of an artist, an album or a track by members on leaderboards. Counting takes time in
 * proportion to the listeners, so the counts are stored, as period leaderboards are: a job counts
 * those that are read anew, at most every 10 minutes. The triggers in
 * `outdated-community-charts.sql` mark them when a member leaves the leaderboards. Listens count
 * that are stored here, not the charts that a music service fills.
 */

/** Stored in `community_charts.kind`. */
export const SUBJECT_NUMBERS = { artist: 0, album: 1, track: 2 } as const
type CommunitySubject = keyof typeof SUBJECT_NUMBERS

export interface CommunityKey {
  readonly subject: CommunitySubject
  readonly id: number
}

/** The tracks and albums by an artist, and the tracks on an album. */
const TOP_LENGTH = 20
const ALBUM_TRACKS_MAX = 100
/** More than are shown: some may be hidden from the viewer. */
const TOP_MEMBERS = 100
/**
 * An album's tracks are found in the listens of this many members, on this many of their latest
 * days.
 */
const SAMPLED_MEMBERS = 30
const SAMPLED_DAYS = 40

const MINUTE_MS = 60_000
const RECOUNT_AFTER_MS = 10 * MINUTE_MS
const SENT_UNTIL_MS = 60 * MINUTE_MS
const NOTE_READ_EVERY_MS = MINUTE_MS
const DELETE_AFTER_MS = 30 * 24 * 60 * MINUTE_MS

interface CountedItem {
  readonly id: number
  readonly plays: number
  readonly listeners: number
}

export interface CommunityChart {
  readonly plays: number
  readonly listeners: number
  /** The first members, by plays; some may not be shown to a viewer any more. */
  readonly top: readonly { readonly id: number; readonly plays: number }[]
  readonly tracks: readonly CountedItem[]
  readonly albums: readonly CountedItem[]
}

interface Row extends CommunityChart {
  readonly counted_at: Date
  readonly read_at: Date
}

/** Returns a stored count that is at most an hour old, or counts and stores it. */
export async function readCommunityChart(db: Db, key: CommunityKey, now: Date): Promise<CommunityChart> {
  const stored = await findStored(db, key)
  if (stored !== undefined && now.getTime() - stored.counted_at.getTime() <= SENT_UNTIL_MS) {
    if (now.getTime() - stored.read_at.getTime() > NOTE_READ_EVERY_MS)
      await markPrepared(sql`update community_charts set read_at = greatest(read_at, ${now}::timestamptz)
        where ${isThis(key)}`).execute(db)
    return stored
  }
  await db.transaction().execute((tx) => countCommunityChart(tx, key, now))
  return (await findStored(db, key)) ?? { plays: 0, listeners: 0, top: [], tracks: [], albums: [] }
}

async function findStored(db: Db, key: CommunityKey): Promise<Row | undefined> {
  const items = (kind: 'track' | 'album') => sql`(select coalesce(json_agg(json_build_object(
      'id', each.id, 'plays', each.plays, 'listeners', each.listeners) order by each.place), '[]')
    from unnest(${sql.ref(`${kind}_ids`)}, ${sql.ref(`${kind}_plays`)}, ${sql.ref(`${kind}_listeners`)})
      with ordinality as each (id, plays, listeners, place))`
  const { rows } = await markPrepared(sql<Row>`
    select counted_at, read_at, plays, listeners, (
      select coalesce(json_agg(json_build_object('id', listed.id, 'plays', listed.plays) order by listed.place), '[]')
      from unnest(top_members, top_plays) with ordinality as listed (id, plays, place)) as top, ${items('track')} as tracks, ${items('album')} as albums
    from community_charts where ${isThis(key)}`).execute(db)
  return rows[0]
}

/** Counts and stores, unless another transaction has just done so. */
async function countCommunityChart(tx: Tx, key: CommunityKey, now: Date): Promise<void> {
  await sql`insert into community_charts (kind, id, counted_at, read_at)
    values (${numberOf(key)}, ${key.id}, 'epoch', ${now}) on conflict do nothing`.execute(tx)
  // Locked before the plays are read: a change that marks the row is counted, or marks it again.
  const { rows } = await sql`select from community_charts where ${isThis(key)}
    and counted_at < ${new Date(now.getTime() - MINUTE_MS)} for update`.execute(tx)
  if (rows.length === 0) return
  const columns = (kind: 'track' | 'album', source: RawBuilder<unknown>) => sql`
    ${sql.ref(`${kind}_ids`)} = coalesce((select array_agg(id order by place) from ${source}), '{}'),
    ${sql.ref(`${kind}_plays`)} = coalesce((select array_agg(plays order by place) from ${source}), '{}'),
    ${sql.ref(`${kind}_listeners`)} = coalesce((select array_agg(listeners order by place) from ${source}), '{}')`
  await sql`
    with tracks_counted as materialized (${selectTracks(key)}), albums_counted as materialized (${selectAlbums(key)}),
    audience as (${selectAudience(key)})
    update community_charts set counted_at = ${now},
      plays = (select plays from audience), listeners = (select listeners from audience),
      top_members = (select members from audience), top_plays = (select member_plays from audience),
      ${columns('track', sql`tracks_counted`)}, ${columns('album', sql`albums_counted`)}
    where ${isThis(key)}`.execute(tx)
}

/** Whether the plays of a member in `played` count for others. */
const isCounted = sql<boolean>`(${isOnBoards('played.member_id')} and ${countsStoredListens('played.member_id')})`

/** Selects the plays of a track or an album by each member, without those of artists that the member ignores. */
export const selectCountedPlays = (subject: 'album' | 'track', id: RawBuilder<unknown>): RawBuilder<unknown> =>
  subject === 'track'
    ? sql`(select member_id, plays from track_plays
        where track_id = ${id} and not ${isIgnored('track_plays.member_id', sql`track_plays.artist_id`)})`
    : sql`(select member_id, plays - ignored as plays from (
        select member_id, plays, case when member_id in (select member_id from ignored_artists)
          then ${countIgnoredOnAlbum} else 0 end as ignored
        from album_plays where album_id = ${id}) as counted where plays > ignored)`

/**
 * Counts the listens of ignored artists in a row of `album_plays`: those on days with plays of the album and of such
 * an artist. The artist of the track decides.
 */
const countIgnoredOnAlbum = sql`(
  select count(*)::integer
  from (select distinct artist_id from ${selectIgnoredPairs(sql`array[album_plays.member_id]`)} as pair) as ignored
  join plays_daily as played on played.member_id = album_plays.member_id and played.artist_id = ignored.artist_id
  join album_plays_daily as on_album on on_album.member_id = played.member_id
    and on_album.album_id = album_plays.album_id and on_album.day = played.day
  join listens on listens.member_id = played.member_id and listens.track_id = played.track_id
    and ${isOfDay('played.day')}
  join listen_details on listen_details.id = details_id and listen_details.album_id = album_plays.album_id)`

const NO_ITEMS = sql`select 0::bigint as id, 0::bigint as plays, 0 as listeners, 0::bigint as place where false`

function selectTracks({ subject, id }: CommunityKey): RawBuilder<unknown> {
  if (subject === 'track') return NO_ITEMS
  if (subject === 'artist') return selectTop('track', id)
  return sql`select found.track_id as id, counted.plays, counted.listeners,
      row_number() over (order by found.number, counted.plays desc, found.track_id) as place
    from (${selectAlbumTracks(id)}) as found cross join lateral (
      select coalesce(sum(plays), 0)::bigint as plays, count(*)::integer as listeners
      from ${selectCountedPlays('track', sql`found.track_id`)} as played where ${isCounted}) as counted`
}

/** Returns a query for the tracks that an album's most frequent listeners have played on it. */
const selectAlbumTracks = (id: number): RawBuilder<unknown> => sql`
  select listen.track_id, min(listen.track_number) as number, count(*) as plays
  from (
    select member_id from ${selectCountedPlays('album', sql`${id}`)} as played where ${isCounted}
    order by plays desc, member_id limit ${sql.lit(SAMPLED_MEMBERS)}) as listener
  cross join lateral (
    select day from album_plays_daily where album_id = ${id} and member_id = listener.member_id
    order by day desc limit ${sql.lit(SAMPLED_DAYS)}) as played
  cross join lateral (
    select track_id, track_number from listens join listen_details on listen_details.id = details_id and album_id = ${id}
    join tracks on tracks.id = track_id and not ${isIgnored('listener.member_id', sql`tracks.artist_id`)}
    where listens.member_id = listener.member_id
      and ${isOfDay('played.day')}) as listen
  group by listen.track_id order by plays desc, listen.track_id limit ${sql.lit(ALBUM_TRACKS_MAX)}`

const selectAlbums = ({ subject, id }: CommunityKey): RawBuilder<unknown> =>
  subject === 'artist' ? selectTop('album', id) : NO_ITEMS

/** Selects the tracks or albums of an artist with most plays. */
const selectTop = (kind: 'track' | 'album', artistId: number): RawBuilder<unknown> => sql`
  select *, row_number() over (order by plays desc, id) as place from (
    select titles.id, sum(played.plays)::bigint as plays, count(*)::integer as listeners
    from ${sql.table(`${kind}s`)} as titles cross join lateral ${selectCountedPlays(kind, sql`titles.id`)} as played
    where ${isOfArtist('titles.artist_id', artistId)} and titles.merged_into is null and ${isCounted}
    group by titles.id order by plays desc, titles.id limit ${sql.lit(TOP_LENGTH)}) as top`

function selectAudience({ subject, id }: CommunityKey): RawBuilder<unknown> {
  if (subject === 'artist')
    return sql`select 0::bigint as plays, 0 as listeners, '{}'::bigint[] as members, '{}'::integer[] as member_plays`
  return sql`select coalesce(sum(plays), 0)::bigint as plays, count(*)::integer as listeners,
      coalesce((array_agg(member_id order by plays desc, member_id))[1:${sql.lit(TOP_MEMBERS)}], '{}') as members,
      coalesce((array_agg(plays order by plays desc, member_id))[1:${sql.lit(TOP_MEMBERS)}], '{}') as member_plays
    from ${selectCountedPlays(subject, sql`${id}`)} as played where ${isCounted}`
}

const selectOutdated = (now: Date) => sql`select kind, id from community_charts
  where read_at > counted_at and counted_at < ${new Date(now.getTime() - RECOUNT_AFTER_MS)}::timestamptz`

const isUnread = (now: Date) => sql`read_at < ${new Date(now.getTime() - DELETE_AFTER_MS)}::timestamptz`

/** Returns a query for counts that {@link recountCommunityCharts} has to renew or delete. */
export const findOutdatedCommunityCharts = (now: Date): RawBuilder<unknown> =>
  sql`${selectOutdated(now)} union all select kind, id from community_charts where ${isUnread(now)}`

/**
 * Counts one that was read and is outdated, and deletes unread ones. Returns whether there may be
 * more.
 */
export async function recountCommunityCharts(tx: Tx, now: Date): Promise<boolean> {
  await sql`delete from community_charts where ${isUnread(now)}`.execute(tx)
  const { rows } = await sql<{ kind: number; id: number }>`${selectOutdated(now)}
    order by counted_at limit 1 for update skip locked`.execute(tx)
  const [row] = rows
  const subject = (Object.keys(SUBJECT_NUMBERS) as CommunitySubject[]).find(
    (each) => SUBJECT_NUMBERS[each] === row?.kind,
  )
  if (row === undefined || subject === undefined) return false
  await countCommunityChart(tx, { subject, id: row.id }, now)
  return true
}

const numberOf = ({ subject }: CommunityKey) => sql.lit(SUBJECT_NUMBERS[subject])
const isThis = (key: CommunityKey) => sql`kind = ${numberOf(key)} and id = ${key.id}`
